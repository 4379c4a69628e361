import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Blocks, drawing } from "./Blocks";
import { hiddenHost, safeAddress } from "./Markdown";

beforeAll(() => drawing);
afterEach(cleanup);

describe("Blocks", () => {
  it("shows HTML of a speech as the text that it is", () => {
    const { container } = render(<Blocks text={'<img src=x onerror="alert(1)"> and <script>alert(2)</script>'} />);
    expect(container.querySelector("img, script")).toBeNull();
    expect(container.textContent).toContain("<script>alert(2)</script>");
  });

  it("says what a picture would show and never loads it", () => {
    const { container } = render(<Blocks text="![a chart](https://example.org/x.png)" />);
    expect(container.querySelector("img")).toBeNull();
    expect(container.textContent).toBe("[image: a chart]");
  });

  it("follows links of the web and of mail only, and tells the place nothing", () => {
    const { container } = render(<Blocks text="[study](https://example.org/a) [x](javascript:alert(1)) [y](/api)" />);
    const links = [...container.querySelectorAll("a")];
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["https://example.org/a"]);
    expect(links[0]?.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(container.textContent).toBe("study (example.org) x y");
  });

  it("draws lists, code and tables as such", () => {
    const { container } = render(<Blocks text={"- a\n- b\n\n```\nx\n```\n\n| h |\n| - |\n| c |"} />);
    expect(container.querySelectorAll("li")).toHaveLength(2);
    expect(container.querySelector("pre code")?.textContent).toBe("x\n");
    expect(container.querySelector("td")?.textContent).toBe("c");
  });

  it("makes no heading of the page from a heading of a speech", () => {
    const { container } = render(<Blocks text="# Loud" />);
    expect(container.querySelector("h1, h2, h3, h4, h5, h6")).toBeNull();
    expect(container.textContent).toBe("Loud");
  });

  it("has the same words plain as drawn", () => {
    const text = "First paragraph.\n\nSecond.";
    const [plain, drawn] = [render(<Blocks text={text} plain />), render(<Blocks text={text} />)];
    expect(plain.container.textContent).toBe(drawn.container.textContent);
  });
});

describe("hiddenHost", () => {
  it("names the place that the text of a link hides", () => {
    expect(hiddenHost("https://evil.example/", "our bank")).toBe("evil.example");
    expect(hiddenHost("mailto:a@b.example", "write us")).toBe("a@b.example");
  });

  it("says nothing where the text says it", () => {
    expect(hiddenHost("https://www.example.org/x", "https://example.org/x")).toBe("");
  });
});

describe("safeAddress", () => {
  it("refuses everything but whole addresses of the web and of mail", () => {
    for (const bad of ["javascript:alert(1)", "data:text/html,x", "//evil.example", "/api", "https://", "x"]) {
      expect(safeAddress(bad)).toBe("");
    }
    expect(safeAddress("HTTPS://example.org")).toBe("HTTPS://example.org");
  });
});
