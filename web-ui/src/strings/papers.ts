// Copy of sharing, exporting (S15) and forking.

export const share = {
  title: "Share",
  here: "Link",
  hereNote: "Opens for you, and for whoever has come in by a share link. It lets nobody in by itself.",
  whole: "This debate",
  moment: (name: string) => `This moment: ${name}`,
  address: "Address",
  fresh: "New share link",
  copy: "Copy",
  copied: "Copied.",
  copyFailed: "The browser did not allow copying: select the text and copy it.",
  links: "Share links",
  linksNote: "Each lets whoever has it see this one debate, until it expires or you revoke it.",
  may: "It allows",
  watch: "Watching",
  vote: "Watching and voting",
  days: "For",
  dayOptions: { 1: "1 day", 7: "7 days", 30: "30 days", 365: "1 year" } as Readonly<Record<number, string>>,
  make: "Make a link",
  once: "This link is shown once. Copy it now; it cannot be shown again.",
  none: "No share link works now.",
  until: (date: string) => `until ${date}`,
  forever: "does not expire",
  made: (date: string) => `made ${date}`,
  revoke: "Revoke",
  revoked: "The link is revoked. It stops working at once.",
  revokeOne: (may: string, date: string) => `Revoke the link of ${date} for ${may.toLowerCase()}`,
  onlyOwner: "Only the owner of a debate can make share links.",
};

export interface Paper {
  readonly format: "markdown" | "html" | "json" | "jsonl";
  readonly name: string;
  readonly holds: string;
}

export const papers = {
  title: "Export",
  note: "As the debate stands at the server now. Private notes of debaters are in none of them.",
  unfinished: "The debate is not over: the paper will say so, and hold what there is.",
  all: [
    {
      format: "markdown",
      name: "Markdown",
      holds:
        "For people: speeches, vote counts, scores, reasons and verdict, with the names of the models and the cost in total. No names of voters, none of their reasons.",
    },
    {
      format: "html",
      name: "HTML",
      holds:
        "The same as one page that needs nothing else: no scripts, nothing fetched. No names of voters, none of their reasons.",
    },
    {
      format: "json",
      name: "JSON",
      holds:
        "For programs: setup, result and every event, with models, tokens and cost of each call. Holds the votes with the voters' names and reasons.",
    },
    {
      format: "jsonl",
      name: "JSON Lines",
      holds:
        "The log itself, to check with dissoi verify or to import elsewhere. Holds everything that JSON holds, the voters' names and reasons too.",
    },
  ] satisfies Paper[] as readonly Paper[],
  print: "Print",
  printHolds: "This page on paper: speeches and result, light, without panels. No names of voters.",
  download: (name: string) => `Download ${name}`,
};

export const fork = {
  title: "Fork from here",
  open: "Fork from here…",
  what: (seq: number, moment: string) =>
    `A new debate begins with the first ${seq} events of this one, ${moment}, and goes on from there by itself.`,
  kept: "This debate stays as it is. Each links to the other.",
  models: "Models from here on",
  modelsNote: "Left as it is, a model stays. Any provider:model that this server knows will do.",
  model: (name: string) => `Model of ${name}`,
  judges: "the judges",
  judge: (name: string) => name,
  styles: "Styles from here on",
  style: (name: string) => `Style of ${name}`,
  styleHint: "One that ships, or a description of more than one word.",
  over: "Here the debate is over, so nothing can go on from here. Go to an earlier moment in the replay, and fork there.",
  choose: "Choose a moment in the replay",
  run: "Start the fork",
  working: "The fork is being made.",
  parent: "Forked from",
  parentAt: (seq: number) => `another debate at its event ${seq}`,
  children: "Forks of this debate",
  child: (number: number) => `Fork ${number}`,
};
