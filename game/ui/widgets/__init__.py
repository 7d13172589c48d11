"""Buttons, switches, fields and scroll areas: the controls of all scenes."""

from game.ui.widgets.base import WIDGET_Z, Host, Widget
from game.ui.widgets.buttons import Area, Button, Card, IconButton
from game.ui.widgets.choices import Chooser, Segment, Slider, Stepper, Toggle
from game.ui.widgets.fields import Field
from game.ui.widgets.labels import LEGIBLE, comfortable, legible, pair_height
from game.ui.widgets.scroll import Cells, Scroll

__all__ = ["LEGIBLE", "WIDGET_Z", "Area", "Button", "Card", "Cells", "Chooser", "Field", "Host", "IconButton",
           "Scroll",
           "Segment", "Slider", "Stepper", "Toggle", "Widget", "comfortable", "legible", "pair_height"]
