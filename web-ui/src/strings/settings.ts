// Copy of the settings screen (S16).
import type { PrefName } from "../prefs";

interface SettingCopy {
  readonly label: string;
  readonly hint: string;
  readonly choices: Readonly<Record<string, string>>;
}

export const settings: { title: string; note: string; sample: string; all: Readonly<Record<PrefName, SettingCopy>> } = {
  title: "Settings",
  note: "Kept in this browser only, and applied at once.",
  sample:
    "This is how a speech looks. The size of its letters and the width of its lines are yours; the words are the speaker's.",
  all: {
    theme: {
      label: "Theme",
      hint: "System follows your device.",
      choices: { system: "System", light: "Light", dark: "Dark", contrast: "High contrast" },
    },
    text: {
      label: "Text size",
      hint: "Of speeches. The rest follows the zoom of your browser.",
      choices: { small: "Small", medium: "Medium", large: "Large", huge: "Huge" },
    },
    width: {
      label: "Line width",
      hint: "Shorter lines are easier to follow; longer ones need less scrolling.",
      choices: { narrow: "Narrow", medium: "Medium", wide: "Wide" },
    },
    motion: {
      label: "Motion",
      hint: "Carets, glows and smooth scrolling.",
      choices: { system: "As my device says", reduced: "Off", full: "On" },
    },
    reading: {
      label: "Reading",
      hint: "Speeches as they are spoken, or each as a whole when it is done.",
      choices: { stream: "As it is spoken", whole: "Whole turns" },
    },
    announcements: {
      label: "Announcements",
      hint: "What screen readers are told while a debate runs.",
      choices: { off: "None", turns: "Each turn", sentences: "Each sentence" },
    },
    sounds: {
      label: "Sounds",
      hint: "A soft tick when a turn ends.",
      choices: { off: "Off", on: "On" },
    },
    shortcuts: {
      label: "Keys of one letter",
      hint: "Switch them off if you type by speech.",
      choices: { on: "On", off: "Off" },
    },
  },
};
