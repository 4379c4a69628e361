// S16: what a reader prefers. Each choice is applied at once and kept in this browser.
import { CHOICES, type PrefName, setPref, usePrefs } from "../prefs";
import { settings } from "../strings";
import { Choices } from "../ui/Field";
import { useTitle } from "../useTitle";

const ORDER: readonly PrefName[] = [
  ...(["theme", "text", "width", "motion", "reading", "announcements", "sounds", "shortcuts"] as const),
];

export default function Settings() {
  useTitle(settings.title);
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6 p-6 pb-16">
      <header>
        <h1 className="text-2xl">{settings.title}</h1>
        <p className="text-muted">{settings.note}</p>
      </header>
      <p data-side="1" className="reading rounded-xl border-side border-s-4 bg-side-tint p-4">
        {settings.sample}
      </p>
      {ORDER.map((name) => (
        <Setting key={name} name={name} />
      ))}
    </div>
  );
}

function Setting<K extends PrefName>({ name }: { name: K }) {
  const chosen = usePrefs()[name];
  const { label, hint, choices } = settings.all[name];
  const options = CHOICES[name].map((value) => ({ value, label: choices[value] ?? value }));
  return (
    <Choices
      label={label}
      hint={hint}
      options={options}
      value={chosen}
      onChange={(value) => setPref(name, value as typeof chosen)}
    />
  );
}
