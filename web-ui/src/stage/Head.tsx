// What the debate is about and who takes part: the motion, its info slide, the sides with their models.

import { memo } from "react";
import { sideMark } from "../sides";
import { live as copy } from "../strings/live";
import { ModelName } from "../ui/ModelName";
import type { DebateView } from "../wire/types";
import { Blocks } from "./Blocks";

type HeadProps = Pick<DebateView, "motion" | "setup" | "sides" | "seats">;

/** Characters beyond which a motion is set smaller, so that it leaves room for what is said about it. */
const LONG = 160;

export const Head = memo(function Head({ motion, setup, sides, seats }: HeadProps) {
  const title = motion?.title ?? motion?.text ?? copy.noMotion;
  return (
    <header className="mb-2 flex flex-col gap-3">
      <h1
        dir="auto"
        className={`font-serif ${title.length > LONG ? "text-xl max-sm:text-lg" : "text-3xl max-sm:text-2xl"}`}
      >
        {title}
      </h1>
      {motion?.title && (
        <p dir="auto" className="reading">
          {motion.text}
        </p>
      )}
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {sides.map((side) => (
          <Side key={side} {...{ side, sides, seats, setup }} />
        ))}
        {setup && (
          <li className="text-muted" translate="no">
            {typeof setup.rules.name === "string" ? setup.rules.name : setup.format}
          </li>
        )}
      </ul>
      {motion?.info && (
        <details className="text-muted">
          <summary className="min-h-11 content-center text-sm">{copy.info}</summary>
          <div className="reading">
            <Blocks text={motion.info} />
          </div>
        </details>
      )}
    </header>
  );
});

type SideProps = Pick<DebateView, "setup" | "sides" | "seats"> & { side: string };

function Side({ side, sides, seats, setup }: SideProps) {
  const { index, letter, name } = sideMark(sides, side);
  const own = Object.keys(seats).filter((seat) => seats[seat] === side);
  const models = new Set(
    own.map((seat) => {
      if (setup?.humans?.includes(seat)) return copy.person;
      const key = [seat, side, "speaker", "default"].find((one) => setup && one in setup.models);
      return (key && setup?.models[key]?.model) || "";
    }),
  );
  return (
    <li data-side={index} className="flex min-w-0 items-center gap-1.5 border-0!">
      <span aria-hidden className="head-letter">
        {letter}
      </span>
      <span className="font-medium text-side" dir="auto">
        {name}
      </span>
      {[...models].filter(Boolean).map((model) => (
        <ModelName key={model} name={model} className="min-w-0 text-muted [overflow-wrap:anywhere]" />
      ))}
    </li>
  );
}
