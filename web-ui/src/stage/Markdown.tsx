// One block of text of models and people as Markdown. No markup of theirs is interpreted: HTML is text, images are words,
// links lead to the web or to mail and show where. Loaded after the words stand (Blocks.tsx).
import { type ComponentProps, memo } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

const SAFE = /^(https?:\/\/|mailto:)/i;

/** Addresses that may be followed from a speech: whole ones of the web and of mail. */
export function safeAddress(address: string): string {
  return SAFE.test(address) && URL.canParse(address) ? address : "";
}

/** Where a link leads, for readers who see only its text; empty if the text says so already. */
export function hiddenHost(address: string, text: string): string {
  const { protocol, host, pathname } = new URL(address);
  const place = protocol === "mailto:" ? pathname : host;
  return text.toLowerCase().includes(place.replace(/^www\./, "").toLowerCase()) ? "" : place;
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

function textOf(node: Node | undefined): string {
  return node?.value ?? node?.children?.map(textOf).join("") ?? "";
}

type Given<T extends "a" | "img" | "h1"> = ComponentProps<T> & { node?: Node };

function Anchor({ node, href = "", children }: Given<"a">) {
  if (!href) return <span>{children}</span>;
  const host = hiddenHost(href, textOf(node));
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {host && <span className="text-muted text-sm no-underline"> ({host})</span>}
    </>
  );
}

function Picture({ alt }: Given<"img">) {
  return <span className="text-muted">[image: {alt || "without a description"}]</span>;
}

/** A heading inside a speech is no heading of the page. */
function Heading({ children }: Given<"h1">) {
  return (
    <p dir="auto" className="font-semibold">
      {children}
    </p>
  );
}

const components: Components = {
  a: Anchor as Components["a"],
  img: Picture as Components["img"],
  ...{ h1: Heading, h2: Heading, h3: Heading, h4: Heading, h5: Heading, h6: Heading },
  p: ({ children }) => <p dir="auto">{children}</p>,
  ul: ({ children }) => <ul dir="auto">{children}</ul>,
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  input: ({ checked }) => <span>{checked ? "[x]" : "[ ]"}</span>,
};

const plugins: ComponentProps<typeof Markdown>["remarkPlugins"] = [[remarkGfm, { singleTilde: false }]];

export const Block = memo(function Block({ text }: { text: string }) {
  return (
    <div className="block-of-text" dir="auto">
      <Markdown remarkPlugins={plugins} components={components} urlTransform={safeAddress}>
        {text}
      </Markdown>
    </div>
  );
});
