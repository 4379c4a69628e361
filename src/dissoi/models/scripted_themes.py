"""What a scripted debater can say: lines of argument that fit any motion, for it and against it. Data only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """One line of argument. ``name`` occurs in the speeches that use it, so that the other side can answer it.

    ``pro`` and ``con``: sentences for a side; the first can stand alone, the others follow from it in any number.
    """

    name: str
    pro: tuple[str, ...]
    con: tuple[str, ...]
    answer: str  # why the theme proves less than the other side thinks; fits either side


THEMES: tuple[Theme, ...] = (
    Theme(
        "fairness",
        (
            "Fairness comes first: today a few people gain while everyone else pays for it.",
            "A rule that binds all alike spreads the burden where it belongs.",
            "Nobody asked the people who lose under the present arrangement.",
            "A change that corrects an old imbalance is worth some inconvenience.",
        ),
        (
            "Fairness comes first: the burden would fall on those who can least avoid it.",
            "People with money will find a way around the rule, and people without it will not.",
            "Equal words in a law do not make equal effects in a life.",
            "A measure that punishes the weakest first cannot call itself just.",
        ),
        "fairness is measured by results, and their plan names none",
    ),
    Theme(
        "cost",
        (
            "Look at the cost: doing nothing is the most expensive choice, because the bill only grows.",
            "Money that now repairs damage could prevent it instead.",
            "The expense comes once and the saving comes every year.",
            "Households feel that saving long before any budget report shows it.",
        ),
        (
            "Look at the cost: the sums are large and certain, while the gains are small and hoped for.",
            "Every unit of money spent here is missing in a place that needs it more.",
            "Large plans of this kind rarely stay within their first estimate.",
            "Those who promise savings never say who repays us when they fail to appear.",
        ),
        "the cost they count leaves out what the other choice costs",
    ),
    Theme(
        "freedom",
        (
            "Freedom is on our side: a person is free only where the choices of others do not close every door.",
            "Common rules already protect us from harm, and nobody calls traffic lights tyranny.",
            "The change opens options that most people do not have today.",
            "What some lose in habit, many more gain in real choice.",
        ),
        (
            "Freedom is on our side: adults should decide for themselves unless there is a grave reason against it.",
            "A habit that others dislike is not a harm that the state must end.",
            "Once this door is open, the next demand will use the same key.",
            "Persuasion respects people, and compulsion only moves them.",
        ),
        "freedom has two sides here, and they describe only one",
    ),
    Theme(
        "experience",
        (
            "Experience supports us: where similar steps were tried, the fears faded and the benefits stayed.",
            "Opposition is loudest in the month before a change and hard to find a year later.",
            "People adapt quickly when the new way works.",
            "We do not need to guess about the direction, only to decide on the pace.",
        ),
        (
            "Experience warns us: plans that look neat on paper meet a world that does not sit still.",
            "Similar promises were made before and were quietly forgotten.",
            "What works in one place depends on conditions that another place lacks.",
            "A wise reformer tests on a small scale before binding everyone.",
        ),
        "experience elsewhere tells us little unless the conditions are the same",
    ),
    Theme(
        "the next generation",
        (
            "Think of the next generation: they will live with what we decide and cannot vote on it today.",
            "Each year of delay narrows what they can still choose.",
            "A short comfort for us is no excuse for a long cost to them.",
            "Children rarely ask why we acted too early.",
        ),
        (
            "Think of the next generation: they inherit our mistakes as well as our good intentions.",
            "A rule made in haste is far harder to remove than to write.",
            "They will need institutions that they can trust and money that we have not spent.",
            "Leaving room for better answers is the most honest gift to them.",
        ),
        "the next generation is served by what works, not by what sounds bold",
    ),
    Theme(
        "enforcement",
        (
            "Enforcement is possible: most people follow a clear rule once its reason is plain.",
            "We enforce far more complicated rules every day.",
            "A simple limit is easier to check than a hundred exceptions.",
            "Perfect obedience is not needed for a large improvement.",
        ),
        (
            "Enforcement is the weak point: a rule that cannot be checked becomes a rule for the honest alone.",
            "Inspectors, forms and exceptions would multiply from the first day.",
            "Where a ban meets a strong wish, a grey market follows.",
            "A law that is openly ignored weakens the laws that matter.",
        ),
        "enforcement depends on details that they have not given us",
    ),
    Theme(
        "public health",
        (
            "Consider public health: fewer daily harms mean longer and better lives.",
            "Prevention rarely makes headlines, yet it saves more than any cure.",
            "The people who suffer most are those who never caused the problem.",
            "Even a modest improvement, spread over millions, is a great deal.",
        ),
        (
            "Consider public health: stress, lost income and isolation are harms too, and this would bring them.",
            "A single measure cannot heal a problem with many causes.",
            "Attention spent on this symbol is attention taken from proven care.",
            "First, do no harm is good advice for laws as well as for doctors.",
        ),
        "public health has many causes, and they treat one as if it were all",
    ),
    Theme(
        "better alternatives",
        (
            "There are no better alternatives left: gentler measures were tried, and they moved too little too slowly.",
            "Advice without consequence has had its chance for decades.",
            "A clear decision lets everyone plan, and half measures let nobody plan.",
            "Those who prefer another way should say which one and when it would begin.",
        ),
        (
            "There are better alternatives: incentives, information and gradual steps reach the goal with less damage.",
            "They can be corrected when they fail, and a sweeping decision cannot.",
            "They win the support of the people who must carry them out.",
            "When a milder tool does the work, the harsher one needs a reason that we have not heard.",
        ),
        "better alternatives must be compared in full, and they compared only the names",
    ),
    Theme(
        "trust",
        (
            "Trust grows when leaders act on what they say, and this is such a moment.",
            "People lose faith where problems are described for years and never touched.",
            "An open rule for all is more honest than quiet favours for some.",
            "Acting now shows that argument can still lead to decision.",
        ),
        (
            "Trust is easily lost when people feel that decisions are made over their heads.",
            "A change without broad consent is reversed by the next majority.",
            "Neighbours who might have agreed are turned into opponents.",
            "Lasting progress needs patience more than it needs a victory.",
        ),
        "trust follows from keeping promises, and theirs cannot be tested",
    ),
)

LIES: tuple[str, ...] = (
    "A study of 2019 by the Institute for Settled Questions proved this beyond doubt in 97 percent of all cases.",
    "In Denmark the same step cut the damage by 84 percent within three weeks.",
    "Every one of the forty largest universities has endorsed exactly this position.",
    "The World Statistics Office counted eleven million people who were affected last year alone.",
    "As Aristotle wrote in his letter to the Romans, nothing else has ever worked.",
)

MOTIONS: tuple[str, ...] = (
    "Cities should close their centres to private cars",
    "Schools should teach personal finance before algebra",
    "Museums should return objects taken under colonial rule",
    "Voting should be compulsory in national elections",
    "Public transport should be free for everyone",
    "Zoos do more good than harm",
    "Homework should be abolished in primary schools",
    "A four-day week should be the legal standard",
    "Social networks should verify the age of every user",
    "Space exploration deserves more public money",
)

STEERED: tuple[str, ...] = (
    "Public money for {about} does more good than harm",
    "Every school should teach its pupils about {about}",
    "There should be stricter rules for {about}",
    "The benefits of {about} outweigh the dangers",
    "Decisions about {about} should be left to local communities",
)
