"""The board of Wer behält recht?"""
