// Keeps a failure where it happened: the card or the page that failed says so, the rest goes on. A page translator
// moves nodes under React's feet; the first failure is therefore mended by building the part anew.
import { Component, Fragment, type ReactNode } from "react";
import { common } from "../strings";
import { problemOf } from "../wire/client";
import { Button } from "./Button";
import { ErrorCard } from "./states";

interface BoundaryProps {
  children: ReactNode;
  /** `card` (a part of a page) or `page`. */
  of?: "card" | "page";
  /** When this changes, the failure is forgotten: the address, or what the card shows. */
  reset?: string;
}

interface BoundaryState {
  readonly error: Error | null;
  readonly build: number;
  readonly mended: boolean;
  readonly reset: string | undefined;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, build: 0, mended: false, reset: this.props.reset };

  static getDerivedStateFromError(error: Error): Partial<BoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return props.reset === state.reset ? null : { reset: props.reset, error: null, mended: false };
  }

  override componentDidCatch(error: Error): void {
    if (!this.state.mended && error instanceof DOMException) this.#again(true);
  }

  #again = (mended: boolean) => this.setState(({ build }) => ({ error: null, build: build + 1, mended }));

  override render(): ReactNode {
    const { error, build } = this.state;
    if (!error) return <Fragment key={build}>{this.props.children}</Fragment>;
    const page = this.props.of === "page";
    const detail = page ? common.pageFailed : common.cardFailed;
    const hint = `${problemOf(error).detail} ${page ? common.pageFailedHint : common.cardFailedHint}`;
    return (
      <div className={page ? "mx-auto max-w-2xl p-6" : ""}>
        {page && <h1 className="sr-only">{detail}</h1>}
        <ErrorCard problem={{ detail, hint, code: "page" }}>
          <Button onClick={() => this.#again(false)}>{common.showAgain}</Button>
          {page && <Button onClick={() => location.reload()}>{common.reload}</Button>}
        </ErrorCard>
      </div>
    );
  }
}
