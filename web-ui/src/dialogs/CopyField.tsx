// A text that is there to be copied, and the button that does it. The clipboard is closed to pages that came over plain
// HTTP from afar: the text is then selected, so that a key copies it.
import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { announce } from "../a11y/announcements";
import { share as copy } from "../strings/papers";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";

/** True if `text` is in the clipboard now. */
async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return false;
    throw error;
  }
}

export function CopyField({ label, text, hint }: { label: string; text: string; hint?: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState<boolean | null>(null);
  async function press(): Promise<void> {
    field.current?.select();
    const copied = await toClipboard(text);
    setDone(copied);
    announce(copied ? copy.copied : copy.copyFailed);
  }
  return (
    <Field label={label} hint={hint} error={done === false ? copy.copyFailed : null}>
      {(control) => (
        <div className="flex gap-2">
          <input
            {...control}
            ref={field}
            readOnly
            value={text}
            onFocus={(event) => event.target.select()}
            className="input font-mono text-sm"
          />
          <Button icon={done ? Check : Copy} onClick={press}>
            {copy.copy}
          </Button>
        </div>
      )}
    </Field>
  );
}
