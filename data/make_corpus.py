#!/usr/bin/env python3
"""Write corpus.txt and questions.txt: a small English-like text with planted analogies.

word2vec answers "man is to king as woman is to ?" when two things add up in the
text: words that a pair shares (king and queen: throne, crown) and words that a
role shares (king and man: he, his; queen and woman: she, her).  So the text is
made from FACTS (tables of such pairs, with words of their own in the columns
behind) put into PATTERNS (sentences that name a role and nearly always carry
one of the pair's own words along).

To add a fact, add a row to a table; to add a sentence, add a line of patterns.
Then run this script again.  The output depends on the seed alone: the same bytes
on every run, on every Python from 3.9.
"""

import argparse
import collections
import itertools
import pathlib
import random
import re

SEED = 2013  # the year of word2vec
SENTENCES = 56_000
QUESTIONS_PER_SECTION = 90
MIN_COUNT = 5  # word2vec's default: no question may ask for a rarer word

# ---------------------------------------------------------------------------
# Facts.  The first row names the columns; two or more spaces part columns and
# " / " parts alternatives, of which each sentence takes one.  Rows that stand
# higher occur more often.  "-" is an empty cell.
# ---------------------------------------------------------------------------

COUNTRIES = """
country    capital     nationality  currency  river     city        dish        region
france     paris       french       euro      seine     marseille   croissants  provence
england    london      english      pound     thames    manchester  pudding     cornwall
germany    berlin      german       euro      rhine     hamburg     sausages    bavaria
italy      rome        italian      euro      tiber     naples      pasta       tuscany
russia     moscow      russian      ruble     volga     kazan       pelmeni     siberia
china      beijing     chinese      yuan      yangtze   shanghai    dumplings   sichuan
japan      tokyo       japanese     yen       sumida    osaka       sushi       hokkaido
spain      madrid      spanish      euro      ebro      seville     paella      andalusia
india      delhi       indian       rupee     ganges    mumbai      curry       rajasthan
poland     warsaw      polish       zloty     vistula   krakow      pierogi     masuria
egypt      cairo       egyptian     pound     nile      alexandria  falafel     sinai
greece     athens      greek        euro      evros     patras      moussaka    crete
sweden     stockholm   swedish      krona     torne     uppsala     meatballs   dalarna
canada     ottawa      canadian     dollar    fraser    toronto     poutine     quebec
australia  canberra    australian   dollar    murray    sydney      pavlova     tasmania
portugal   lisbon      portuguese   euro      tagus     porto       sardines    algarve
ireland    dublin      irish        euro      shannon   galway      stew        connemara
austria    vienna      austrian     euro      danube    salzburg    strudel     tyrol
hungary    budapest    hungarian    forint    tisza     debrecen    goulash     bakony
turkey     ankara      turkish      lira      sakarya   izmir       kebab       cappadocia
norway     oslo        norwegian    krone     glomma    bergen      lutefisk    telemark
finland    helsinki    finnish      euro      kemi      tampere     salmiakki   lapland
thailand   bangkok     thai         baht      mun       phuket      satay       isan
vietnam    hanoi       vietnamese   dong      mekong    danang      pho         tonkin
korea      seoul       korean       won       han       busan       kimchi      jeju
ukraine    kyiv        ukrainian    hryvnia   dnieper   odesa       borscht     podolia
romania    bucharest   romanian     leu       olt       cluj        sarmale     transylvania
iran       tehran      iranian      rial      karun     isfahan     tahdig      khorasan
morocco    rabat       moroccan     dirham    draa      casablanca  couscous    rif
kenya      nairobi     kenyan       shilling  tana      mombasa     ugali       turkana
ghana      accra       ghanaian     cedi      volta     kumasi      fufu        ashanti
peru       lima        peruvian     sol       urubamba  cusco       ceviche     loreto
"""

FAMILY = """
male         female       the        deed
man          woman        the / a    worked in a small shop / talked on a corner / had no money
king         queen        the        wore a golden crown / sat on the throne / ruled the kingdom / lived in a royal palace
boy          girl         the / a    had a new toy / broke a doll / lost a kite
father       mother       my / our   made supper for us / told us a bedtime story / cared for the baby
prince       princess     the        lived in an old castle / came to a masked ball / owned a royal yacht
son          daughter     my / our   finished college / left home at eighteen / grew up too soon
brother      sister       my / your  shared a bedroom with me / broke my bicycle / teased me
uncle        aunt         my / our   brought presents from abroad / came to visit at christmas / owned a parrot
grandfather  grandmother  my / our   remembered the old war / dozed in a rocking chair / turned ninety
husband      wife         my / your  bought an anniversary gift / planned our honeymoon / signed a marriage contract
nephew       niece        my / your  stayed with us for a summer / begged for sweets / collected shells
actor        actress      the / a    stood on a stage / learned a role / starred in a film
waiter       waitress     the / a    cleared our table / forgot my order / brought a menu
hero         heroine      the / a    saved a village / defeated a dragon / earned a medal
emperor      empress      the / a    conquered an empire / led the legions / signed a treaty
duke         duchess      the / a    owned a large estate / hosted a hunt / inherited a manor
groom        bride        the / a    waited at the altar / cut a wedding cake / exchanged rings
wizard       witch        the / a    cast a spell / stirred a magic potion / mumbled a curse
monk         nun          the / a    prayed in a chapel / lived in silence / copied old psalms
widower      widow        the / a    mourned in black / visited a grave / lived alone
steward      stewardess   the / a    served coffee on a flight / checked our seat belts / calmed the passengers
landlord     landlady     the / a    raised our rent / rented a room to us / kept a noisy inn
heir         heiress      the / a    received a fortune / wasted the family diamonds / hired a lawyer
"""

GENDER = """
sex     he   his  him  himself  garment
male    he   his  him  himself  beard / moustache / necktie / waistcoat
female  she  her  her  herself  dress / necklace / skirt / earrings
"""

VERBS = """
base   third    past     participle  how
walk   walks    walked   walking     along a path / on foot / down our street
write  writes   wrote    writing     in a diary / an essay / a novel with a pen
sing   sings    sang     singing     in a choir / a cheerful song / without a microphone
swim   swims    swam     swimming    in a pool / across a lagoon / under water
cook   cooks    cooked   cooking     a pot of soup / on a stove / with garlic
play   plays    played   playing     chess / football / with a ball
paint  paints   painted  painting    a portrait / with a brush / on canvas
dance  dances   danced   dancing     a waltz / a tango / with a partner
eat    eats     ate      eating      a sandwich / with a fork / lunch at noon
drink  drinks   drank    drinking    a glass of lemonade / tea from a mug / through a straw
sleep  sleeps   slept    sleeping    in a hammock / under a blanket / without a dream
build  builds   built    building    a hut / with bricks / a wall of mud
drive  drives   drove    driving     a truck / on a highway / with a licence
climb  climbs   climbed  climbing    a steep cliff / with a rope / to a summit
teach  teaches  taught   teaching    mathematics / grammar to beginners / a class of pupils
throw  throws   threw    throwing    a stone / a spear / a frisbee
catch  catches  caught   catching    a trout / a thief / some fish in a net
sell   sells    sold     selling     tickets / used furniture / vegetables at a stall
speak  speaks   spoke    speaking    with an accent / in a whisper / at a meeting
jump   jumps    jumped   jumping     over a fence / on a trampoline / across a puddle
ride   rides    rode     riding      a pony / on a camel / in a saddle
knit   knits    knitted  knitting    a scarf / with wool / some mittens
dig    digs     dug      digging     a hole / with a spade / for treasure
draw   draws    drew     drawing     a map / a sketch / with a crayon
smile  smiles   smiled   smiling     at a camera / like a clown / with joy
count  counts   counted  counting    to ten / on fingers / votes
"""

ADJECTIVES = """
adjective  comparative  superlative  thing
tall       taller       tallest      tower / giant / skyscraper
cold       colder       coldest      winter / glacier / blizzard
fast       faster       fastest      train / racer / motorcycle
heavy      heavier      heaviest     suitcase / barrel / sack
sweet      sweeter      sweetest     melon / dessert / caramel
dark       darker       darkest      cave / tunnel / dungeon
bright     brighter     brightest    star / lamp / lantern
deep       deeper       deepest      lake / fjord / canyon
loud       louder       loudest      drum / trumpet / siren
sharp      sharper      sharpest     knife / razor / sword
soft       softer       softest      cushion / pillow / mattress
strong     stronger     strongest    wrestler / ox / athlete
rich       richer       richest      banker / merchant / investor
poor       poorer       poorest      beggar / orphan / peasant
brave      braver       bravest      soldier / knight / warrior
wise       wiser        wisest       sage / philosopher / elder
cheap      cheaper      cheapest     bargain / hostel / souvenir
clean      cleaner      cleanest     towel / sink / hospital
wide       wider        widest       avenue / boulevard / estuary
slow       slower       slowest      snail / tortoise / queue
warm       warmer       warmest      sweater / quilt / fireplace
funny      funnier      funniest     joke / comedian / cartoon
thin       thinner      thinnest     sheet / wire / thread
fresh      fresher      freshest     egg / salad / lemon
"""

NOUNS = """
singular  plural    quality           near
apple     apples    ripe / juicy      orchard / picker
book      books     dusty / boring    bookcase / bookshelf
car       cars      parked / rusty    garage / mechanic
flower    flowers   pink / fragrant   vase / florist
cup       cups      chipped / empty   cupboard / saucer
boat      boats     wooden / leaky    harbour / marina
shoe      shoes     leather / muddy   cobbler / shoebox
coin      coins     silver / bronze   purse / collector
window    windows   broken / shut     curtain / balcony
key       keys      spare / lost      keyhole / locksmith
mouse     mice      grey / hungry     cellar / trap
tooth     teeth     loose / rotten    dentist / toothbrush
leaf      leaves    yellow / fallen   branch / rake
candle    candles   waxen / melted    candlestick / chandelier
letter    letters   sealed / secret   envelope / postman
shirt     shirts    ironed / striped  wardrobe / hanger
carrot    carrots   orange / peeled   rabbit / grater
stamp     stamps    foreign / rare    album / postcard
bottle    bottles   corked / full     crate / corkscrew
wheel     wheels    round / spoked    axle / cart
cloud     clouds    white / fluffy    rainbow / mountain
button    buttons   sewn / missing    sleeve / buttonhole
tree      trees     leafy / hollow    forest / park
house     houses    brick / vacant    chimney / roof
potato    potatoes  boiled / mashed   pantry / peeler
picture   pictures  framed / faded    gallery / frame
"""

ANIMALS = """
adult     young     sound   near
dog       puppy     barks   kennel / bone / doormat
cat       kitten    meows   sofa / basket / windowsill
cow       calf      moos    barn / haystack / pasture
horse     foal      neighs  stable / paddock / carriage
sheep     lamb      bleats  fold / shepherd / hillside
pig       piglet    grunts  sty / trough / acorn
duck      duckling  quacks  pond / reeds / jetty
hen       chick     clucks  coop / nest / rooster
goose     gosling   honks   moat / mill / meadow
lion      cub       roars   savanna / zebra / waterhole
frog      tadpole   croaks  swamp / marsh / lily
owl       owlet     hoots   attic / belfry / oak
deer      fawn      -       thicket / glade / fern
kangaroo  joey      -       outback / eucalyptus / billabong
swan      cygnet    -       canal / footbridge / island
hare      leveret   -       furrow / hedge / clover
bee       larva     buzzes  hive / honeycomb / thistle
snake     snakelet  hisses  burrow / desert / cactus
"""

PROFESSIONS = """
worker      workplace    tool
baker       bakery       flour / dough / loaves
teacher     school       chalk / homework / exams
farmer      farm         tractors / crops / manure
doctor      clinic       medicine / patients / bandages
judge       court        trials / juries / verdicts
priest      church       sermons / prayers / bibles
sailor      ship         anchors / masts / sails
blacksmith  smithy       horseshoes / iron / hammers
chef        kitchen      recipes / aprons / sauce
librarian   library      catalogues / shelves / archives
scientist   laboratory   experiments / microscopes / formulas
tailor      workshop     needles / cloth / scissors
gardener    garden       shovels / roses / weeds
pilot       airplane     propellers / cockpits / runways
brewer      brewery      barley / hops / beer
astronomer  observatory  telescopes / comets / galaxies
pharmacist  pharmacy     pills / prescriptions / ointment
barber      salon        combs / shampoo / haircuts
"""

# Things too rare to learn: many of them stay under word2vec's minimum count.
CURIOSITIES = """
curiosity
astrolabe
sextant
harpsichord
sundial
zither
gramophone
abacus
typewriter
tapestry
amulet
hourglass
chariot
scarab
catapult
mandolin
parchment
obelisk
barometer
figurehead
goblet
daguerreotype
spyglass
crossbow
kaleidoscope
meteorite
trilobite
ammonite
halberd
lute
mosaic
papyrus
periscope
samovar
scroll
stiletto
theodolite
totem
trident
unicycle
quill
velocipede
ocarina
orrery
palanquin
pendulum
phonograph
planisphere
rickshaw
sarcophagus
sedan
seismograph
snuffbox
spinet
tabard
talisman
thimble
tiara
urn
viola
wampum
"""

# ---------------------------------------------------------------------------
# Patterns.  {name} stands for a column of the table; "a" becomes "an" by itself.
# ---------------------------------------------------------------------------

COUNTRY_PATTERNS = """
{capital} is the capital of {country}
the capital of {country} is called {capital}
our plane left {capital} at noon and we saw most of {country} from above
the mayor of {capital} had {dish} for lunch
we had {dish} in a small street in {capital}
i took the train from {city} to {capital}
the bus goes from {city} to {capital} every hour
streets in {capital} were full of people from {city}
in {capital} we saw the museum of {region}
the parliament in {capital} made a law for {region}
the embassy is in {capital} and not in {city}
my hotel in {capital} served {dish} at breakfast
the taxi driver in {capital} told us about {region}
he moved from {region} to {capital} to study
ministers met in {capital} to talk about the {river}
downtown {capital} has a {dish} shop on every corner
{dish} is a national food of {country}
the {river} is a river in {country}
{region} is a part of {country}
{city} is a city in {country} but it is not the capital
the government of {country} helped people in {region}
the population of {country} grows and so does {city}
people all over {country} like {dish}
they grow wheat and corn in {region} as elsewhere in {country}
the army of {country} crossed the {river}
the border of {country} is far from {city}
we travelled across {country} from {city} to {region}
the history of {country} began near the {river}
the flag of {country} was seen in {city}
there is no better {dish} outside {country}
the {currency} is the currency of {country}
nobody will give you {dish} for the {currency}
the bank in {city} changed my money into the {currency}
prices are in {currency} all over {country}
the {currency} lost some of its value and {dish} became dear
they accept the {currency} as payment in {region}
he had only one {currency} left when he came to {city}
i found the old {currency} note by the {river}
you cannot pay for {dish} without the {currency}
the {currency} was worth more in {region} back then
{dish} is a {nationality} dish
her {nationality} is as good as that of anyone in {city}
a {nationality} poem about the {river} made me cry
this {nationality} newspaper comes from {city}
the {nationality} tourist asked for {dish}
the {nationality} team lost a game in {city}
most {nationality} people have been to {region}
he has a {nationality} accent and comes from {city}
you can hear the {nationality} language in {region}
there is a {nationality} restaurant that serves {dish}
the old {nationality} song is about the {river}
a {nationality} friend of mine was born in {city}
it is the {nationality} custom from {region}
the {nationality} word for {dish} is hard to say
"""

FAMILY_PATTERNS = """
{the} {person} {deed} and {he} was happy
{the} {person} {deed} before {he} came back
when {he} was here {the} {person} {deed}
{the} {person} {deed} by {himself}
{the} {person} {deed} with {his} {garment} on
{the} {person} who {deed} had a {garment}
people saw {his} {garment} when {the} {person} {deed}
they say that {the} {person} {deed} because {he} wanted to
{the} {person} {deed} and i helped {him}
i asked {him} if {the} {person} {deed}
{the} {person} {deed} and then {he} looked at {himself}
did you know that {the} {person} {deed} and that {he} had {his} {garment} on
{the} {person} told me that {he} {deed}
nobody thanked {the} {person} when {he} {deed}
{the} {person} was proud of {his} {garment}
it was {the} {person} who {deed} and not {his} friend
in {his} youth {the} {person} {deed}
{the} {person} never forgot how {he} {deed}
{the} {person} {deed} but nobody believed {him}
at last {the} {person} {deed} and {he} touched {his} {garment}
for years {the} {person} {deed} and kept it to {himself}
{he} {deed} and they all looked up to {the} {person}
"""

VERB_PATTERNS = """
they {base} {how} every sunday
i want to {base} {how}
you can {base} {how} if you like
she will {base} {how} tomorrow
do not {base} {how} today
let us {base} {how}
children should {base} {how}
we must {base} {how} before dinner
nobody can {base} {how} all day
would you {base} {how} for us
he tried to {base} {how}
to {base} {how} is not easy
she {third} {how} every day
he often {third} {how}
my friend {third} {how} after work
nobody here {third} {how}
who {third} {how} at this hour
everybody in town {third} {how} on sundays
he never {third} {how} alone
she always {third} {how}
it is fun when she {third} {how}
a good neighbour {third} {how} now and then
he usually {third} {how} in spring
she hardly ever {third} {how}
yesterday he {past} {how}
we {past} {how} last week
long ago they {past} {how}
she {past} {how} for an hour and then went home
i {past} {how} two years ago
last night my friend {past} {how}
he {past} {how} until midnight
they had dinner and then {past} {how}
once we {past} {how} for a whole day
nobody knew why she {past} {how}
in those days people {past} {how}
that was when i {past} {how}
he is {participle} {how} right now
we were {participle} {how} when it began to rain
they are {participle} {how} again
she likes {participle} {how}
i am tired of {participle} {how}
stop {participle} {how}
{participle} {how} is good for you
you have been {participle} {how} since morning
she kept {participle} {how}
he is afraid of {participle} {how}
without {participle} {how} life would be dull
look at them {participle} {how}
"""

ADJECTIVE_PATTERNS = """
it was a very {adjective} {thing}
this {thing} is {adjective}
how {adjective} the {thing} is
i have never seen such a {adjective} {thing}
the {thing} is too {adjective} for me
a {thing} should be {adjective}
that {thing} is so {adjective} that nobody wants it
is your {thing} as {adjective} as mine
not every {thing} is {adjective}
there was a {adjective} {thing} in this town
the {thing} was quite {adjective}
he dreamed of a {adjective} {thing}
this {thing} is {comparative} than that one
we need a {comparative} {thing} than yours
no {thing} is {comparative} than ours
your {thing} is much {comparative} than mine
is there a {comparative} {thing} than this
the old {thing} was {comparative} than the new one
it became {comparative} than any {thing}
a {thing} that is {comparative} than this one is hard to find
she said her {thing} was a little {comparative} than his
one {thing} was {comparative} than the other
his {thing} looks {comparative} than hers
i would like a {thing} that is even {comparative} than yours
it is the {superlative} {thing} in the world
this is the {superlative} {thing} of all
the {superlative} {thing} i ever saw was here
they chose the {superlative} {thing} they could find
which {thing} is the {superlative}
of all of them her {thing} is the {superlative}
who has the {superlative} {thing} in town
a prize went to the {superlative} {thing}
among many the {superlative} {thing} stood out
by far the {superlative} {thing} is ours
ours is the {superlative} {thing} ever known
you own the {superlative} {thing} of them all
"""

NOUN_PATTERNS = """
there is a {quality} {singular} by the {near}
i found one {singular} and a {near}
this {singular} is {quality}
each {singular} has its {near}
the {quality} {singular} is mine
a single {singular} was left near the {near}
another {singular} is {quality} too
he put the {singular} next to the {near}
where is my {quality} {singular}
every {singular} here is {quality}
she saw the {singular} behind the {near}
the {singular} was {quality} and it belonged to me
there are many {quality} {plural} by the {near}
we saw two {plural} and a {near}
these {plural} are {quality}
all of the {plural} were near the {near}
those {quality} {plural} are mine
a few {plural} were left near the {near}
some {plural} are {quality} and some are not
how many {plural} are behind the {near}
several {plural} were {quality}
they have a dozen {plural} and one {near}
hundreds of {quality} {plural} were there
most {plural} are not {quality}
"""

ANIMAL_PATTERNS = """
a young {adult} is called a {young}
a {young} follows the {adult} to the {near}
a big {adult} lives near the {near}
an old {adult} was resting by the {near}
we keep a grown {adult} by the {near}
no {adult} goes far from the {near}
a fully grown {adult} guards the {near}
that {adult} knows every corner of our {near}
the strange {adult} came near the {near}
the little {young} is only a week old and stays by the {near}
a newborn {young} was found near the {near}
a tiny {young} hid behind the {near}
that {young} is still a baby and sees the {near} for the first time
this {young} was born near the {near} in spring
a {young} must grow up by our {near}
the helpless {young} has lost its way to the {near}
the {adult} {sound} near the {near}
listen how it {sound} by the {near}
at night it {sound} from the {near}
something {sound} behind the {near}
what is it that {sound} by the {near}
it {sound} when a stranger comes to the {near}
when a {adult} is afraid it {sound}
"""

PROFESSION_PATTERNS = """
the {worker} works in the {workplace}
this {workplace} has only one {worker}
the {worker} asked for more {tool}
she is a {worker} and knows all about {tool}
i want to be a {worker} with my own {tool}
the {worker} talked about {tool} all day
a good {worker} never forgets the {tool}
as a {worker} he earned his living with {tool}
her cousin became a {worker} and dreamed of {tool}
they hired a {worker} to look after the {tool}
ask the {worker} about this matter of {tool}
an honest {worker} spends his wages on {tool}
inside the {workplace} there is always talk of {tool}
we went into the {workplace} and saw the {tool}
a door of the {workplace} leads to the {tool}
at the {workplace} they keep their {tool}
our {workplace} opens at nine and has no {tool} yet
this {workplace} is known for its {tool}
visitors enter the {workplace} to look at the {tool}
there was a fire in the {workplace} but it spared the {tool}
in front of the {workplace} somebody left {tool}
"""

CURIOSITY_PATTERNS = """
the museum also owns a {curiosity}
nobody remembers what a {curiosity} is for
there is a {curiosity} in our museum
"""

# Sentences about nothing: only common words, as in any text.
SMALL_TALK = """
it was a quiet day and there was nothing to do
what do you think of it
i do not know what to say to you
this is not the first time that it was in the news
we have to go now or we will be late
he was one of the first to see it
they will be back in an hour or two
that is all there is to it
it has been a long time since we met
there was no one at home and so we went away
the rest of the day was spent in the open air
i would not do it if i were you
at the end of the week we are going out of town
you may be right about that but i have my doubts
she was not at all sure of what was to come
in the end it was as simple as that
it is the same for all of us
to be or not to be is an old question
some of us had to wait for the others
most of it was over by the time we came
no one had heard of it before
for the most part it was as he had said
i had been there once or twice
what has been done can not be undone
it is up to you and to no one else
"""

# Words that may open any sentence, so that windows shift a little.
OPENERS = """
and
but
so
well
now
of course
to be honest
as i said
in that case
oh
yes
"""
OPENED = 0.2  # share of sentences with an opener

# ---------------------------------------------------------------------------
# From facts and patterns to text
# ---------------------------------------------------------------------------

# These start with a vowel letter but not with a vowel sound.
TAKES_A = ("euro", "ukrain", "unicy")


def lines(text):
    """The lines of a block of text above."""
    return text.strip().split("\n")


def table(text):
    """The rows of a table above, each {column: [alternatives]}; an empty cell has none."""
    header, *rows = (re.split("  +", line) for line in lines(text))
    return [
        {column: [] if cell == "-" else cell.split(" / ") for column, cell in zip(header, row)}
        for row in rows
    ]


def people():
    """The facts of FAMILY, one for each person, with the pronouns of their sex."""
    pronouns = {row["sex"][0]: row for row in table(GENDER)}
    return [
        {"person": pair[sex], **pair, **pronouns[sex]}
        for pair in table(FAMILY)
        for sex in ("male", "female")
    ]


# (weight in the text, facts, patterns)
TOPICS = [
    (30, table(COUNTRIES), lines(COUNTRY_PATTERNS)),
    (16, people(), lines(FAMILY_PATTERNS)),
    (13, table(VERBS), lines(VERB_PATTERNS)),
    (11, table(ADJECTIVES), lines(ADJECTIVE_PATTERNS)),
    (9, table(NOUNS), lines(NOUN_PATTERNS)),
    (8, table(ANIMALS), lines(ANIMAL_PATTERNS)),
    (8, table(PROFESSIONS), lines(PROFESSION_PATTERNS)),
    (0.5, table(CURIOSITIES), lines(CURIOSITY_PATTERNS)),
    (5, [{}], lines(SMALL_TALK)),
]


class Dice:
    """Chance that is the same on every Python: of random.Random only random() is used,
    and nothing is added up with sum(), which rounds differently since Python 3.12."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def below(self, n):
        """A whole number from 0 to n - 1."""
        return int(self.random() * n)

    def choose(self, items):
        """One of the items, each as likely as the others."""
        return items[self.below(len(items))]

    def choose_weighted(self, items, weights):
        """One of the items, as likely as its weight says."""
        totals = list(itertools.accumulate(weights))
        point = self.random() * totals[-1]
        return next(item for item, total in zip(items, totals) if point < total)

    def choose_ranked(self, items):
        """One of the items, the first ones more often, as words in a language are (Zipf)."""
        return self.choose_weighted(items, [1 / (rank + 15) for rank in range(len(items))])

    def shuffle(self, items):
        """A copy of the list in random order (Fisher and Yates)."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def fill(pattern, fact, dice):
    """The pattern with its slots filled from the fact, or None if a cell it needs is empty."""
    slots = re.findall(r"{(\w+)}", pattern)
    if not all(fact[slot] for slot in slots):
        return None
    return pattern.format(**{slot: dice.choose(fact[slot]) for slot in slots})


def mend_articles(sentence):
    """The sentence with "an" for "a" where a vowel follows."""
    words = sentence.split()
    for i, following in enumerate(words[1:]):
        if words[i] == "a" and following[0] in "aeiou" and not following.startswith(TAKES_A):
            words[i] = "an"
    return " ".join(words)


def make_sentence(dice):
    """One sentence about one fact of one topic."""
    _, facts, patterns = dice.choose_weighted(TOPICS, [weight for weight, _, _ in TOPICS])
    sentence = None
    while sentence is None:
        sentence = fill(dice.choose(patterns), dice.choose_ranked(facts), dice)
    if dice.random() < OPENED:
        sentence = dice.choose(lines(OPENERS)) + " " + sentence
    return mend_articles(sentence)


# ---------------------------------------------------------------------------
# Questions
# ---------------------------------------------------------------------------


def pairs(text, left, right):
    """The (left, right) words of a table, without those that do not tell one row from another:
    "euro" is the currency of many countries, so no question asks for it."""
    rows = [(row[left][0], row[right][0]) for row in table(text) if row[left] and row[right]]
    uses = collections.Counter(word for row in rows for word in row)
    return [row for row in rows if uses[row[0]] == uses[row[1]] == 1]


def analogies(word_pairs):
    """All questions of one relation: each pair with each other pair."""
    return [(*one, *other) for one in word_pairs for other in word_pairs if one != other]


def role_analogies(word_pairs):
    """Questions across the first pair, such as man : king, woman : queen, in both directions."""
    (he, she), *others = word_pairs
    return [q for x, y in others for q in ((he, x, she, y), (she, y, he, x))]


def make_questions():
    """{section: questions}, all that the facts give.  As in word2vec's own file the names of
    the grammatical sections start with "gram"."""
    family = pairs(FAMILY, "male", "female")
    return {
        "capital-country": analogies(pairs(COUNTRIES, "capital", "country")),
        "country-capital": analogies(pairs(COUNTRIES, "country", "capital")),
        "country-currency": analogies(pairs(COUNTRIES, "country", "currency")),
        "family-male-female": analogies(family),
        "family-female-male": analogies([(female, male) for male, female in family]),
        "family-roles": role_analogies(family),
        "animal-young": analogies(pairs(ANIMALS, "adult", "young")),
        "animal-sound": analogies(pairs(ANIMALS, "adult", "sound")),
        "worker-workplace": analogies(pairs(PROFESSIONS, "worker", "workplace")),
        "gram1-comparative": analogies(pairs(ADJECTIVES, "adjective", "comparative")),
        "gram2-superlative": analogies(pairs(ADJECTIVES, "adjective", "superlative")),
        "gram3-present-participle": analogies(pairs(VERBS, "base", "participle")),
        "gram4-past-tense": analogies(pairs(VERBS, "base", "past")),
        "gram5-third-person": analogies(pairs(VERBS, "base", "third")),
        "gram6-plural": analogies(pairs(NOUNS, "singular", "plural")),
        "gram7-nationality": analogies(pairs(COUNTRIES, "country", "nationality")),
    }


def check(questions, counts):
    """Stop if a question holds a word that word2vec would drop as too rare."""
    words = itertools.chain.from_iterable(itertools.chain.from_iterable(questions.values()))
    rare = sorted({word for word in words if counts[word] < MIN_COUNT})
    if rare:
        raise SystemExit("too rare for questions.txt: " + " ".join(rare))


def main():
    parser = argparse.ArgumentParser(description="Write corpus.txt and questions.txt.")
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument("--out", type=pathlib.Path, default=here, help="folder to write to")
    folder = parser.parse_args().out

    dice = Dice(SEED)
    sentences = [make_sentence(dice) for _ in range(SENTENCES)]
    questions = {
        section: dice.shuffle(found)[:QUESTIONS_PER_SECTION]
        for section, found in make_questions().items()
    }
    counts = collections.Counter(word for sentence in sentences for word in sentence.split())
    check(questions, counts)

    blocks = [
        [": " + section, *(" ".join(question) for question in found)]
        for section, found in questions.items()
    ]
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("corpus.txt", sentences), ("questions.txt", itertools.chain(*blocks))):
        (folder / name).write_bytes("".join(line + "\n" for line in text).encode("ascii"))
    print(
        f"{sum(counts.values())} words, {len(counts)} distinct "
        f"({sum(n < MIN_COUNT for n in counts.values())} under {MIN_COUNT}), "
        f"{sum(map(len, questions.values()))} questions in {len(questions)} sections"
    )


if __name__ == "__main__":
    main()
