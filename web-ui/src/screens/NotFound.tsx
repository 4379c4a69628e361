// An address that leads nowhere, and a debate that is gone.
import { Link } from "wouter";
import { to } from "../routes";
import { common } from "../strings";
import { useTitle } from "../useTitle";

export function NotFound() {
  useTitle(common.notFound.title);
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4 p-6 py-16">
      <h1 className="text-2xl">{common.notFound.title}</h1>
      <p className="text-muted">{common.notFound.text}</p>
      <p className="flex gap-6">
        <Link href={to.history} className="text-accent underline">
          {common.notFound.history}
        </Link>
        <Link href={to.new} className="text-accent underline">
          {common.notFound.new}
        </Link>
      </p>
    </div>
  );
}
