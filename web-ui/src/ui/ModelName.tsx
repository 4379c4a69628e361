// The name of a model as people read it: without the options of a scripted one, which its title keeps.

export function ModelName({ name, className = "" }: { name: string; className?: string }) {
  return (
    <span translate="no" title={name} className={className}>
      {name.split("?")[0]}
    </span>
  );
}
