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

PEOPLE: tuple[str, ...] = (
    "a nurse who works at night",
    "a baker who opens at five",
    "a student in a rented room",
    "the owner of a small shop",
    "a farmer two hours from town",
    "a grandmother on the fourth floor",
    "a bus driver near retirement",
    "a family of five with one wage",
    "a young engineer in her first job",
    "the volunteer at the local library",
    "a fisherman on a cold coast",
    "a translator who works from home",
    "the cook in a school kitchen",
    "a cyclist in the rain",
    "a widower with a small garden",
    "a mayor without a majority",
    "an apprentice far from his village",
    "a doctor with a full waiting room",
    "the caretaker of an old house",
    "a musician between two engagements",
    "a single father of twins",
    "a teacher in a crowded class",
    "an inventor with an empty purse",
    "a judge in a provincial court",
)

EFFECTS_PRO: tuple[str, ...] = (
    "this step would give back an hour of each day",
    "the present way takes more than it returns",
    "tomorrow would be calmer, safer and easier to plan",
    "a promise made long ago would at last be kept",
    "small worries would shrink and large ones become bearable",
    "somebody would finally carry a share of the load",
    "old excuses would lose their power overnight",
    "doors that seem locked would turn out to be open",
    "good habits would become the easy ones",
    "waiting any longer only makes the repair dearer",
    "neighbours would gain together what none can gain alone",
    "the loudest objections come from people with least to lose",
    "an honest look at the past points in one direction",
    "half of the trouble is caused by our own hesitation",
    "clear rules would replace daily bargaining",
    "the gain arrives early and does not wear off",
)

EFFECTS_CON: tuple[str, ...] = (
    "this plan would add a form, a fee and a delay",
    "the promised relief would arrive too late, if at all",
    "one more choice would be made by strangers",
    "what works well today would be broken first",
    "nobody has explained who steps in when it fails",
    "the price would be paid in time as well as in money",
    "a patient repair beats a grand replacement",
    "savings on paper become losses at the kitchen table",
    "the exception would soon be longer than the rule",
    "good will would turn into quiet resistance",
    "the same goal lies within reach by milder means",
    "a single recipe rarely suits a thousand kitchens",
    "uncertainty itself already does harm",
    "those who decide would not be those who suffer",
    "trust that took years could vanish in a season",
    "the cure has side effects that its authors never mention",
)

TAILS: tuple[str, ...] = (
    "and no slogan outweighs that",
    "which is more than we can say of the other plan",
    "as anyone who has been there will confirm",
    "and the figures of a ministry do not show it",
    "so the burden of proof lies across the table",
    "and such cases are counted in thousands",
    "however politely the opposite is put",
    "which no speech from the other side has touched",
    "and that is the ordinary case, not the rare one",
    "though it seldom reaches the evening news",
    "and I should like to hear an answer to it",
    "long before any committee has met",
    "with consequences that last beyond one budget",
    "and decent people on all sides know it",
    "unless we decide otherwise today",
    "which settles more than any clever phrase",
)
"""Pieces of illustrations: somebody, what it means for them, and a turn at the end."""
