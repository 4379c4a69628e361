import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Bound } from "./Bound";

afterEach(cleanup);

it("keeps each score of a sentence on one line, and changes none of its text", () => {
  const { container } = render(<Bound text="Pro won, 12–9. Before: 1–1–0." />);
  expect(container.textContent).toBe("Pro won, 12–9. Before: 1–1–0.");
  expect([...container.querySelectorAll(".whitespace-nowrap")].map((one) => one.textContent)).toEqual([
    "12–9",
    "1–1–0",
  ]);
});
