/**
 * Names for the entries of a ZIP: those that would be the same file are numbered, also on disks that don't tell
 * small letters from capitals.
 */
export function entryNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const nameKey = (name: string) => name.normalize('NFC').toLowerCase();
  // A file that is itself called “a (2).pdf” keeps its name.
  const given = new Set(names.map(nameKey));
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
    let chosen = name;
    for (
      let number = 2;
      taken.has(nameKey(chosen)) || (chosen !== name && given.has(nameKey(chosen)));
      number += 1
    )
      chosen = `${stem} (${number})${ending}`;
    taken.add(nameKey(chosen));
    return chosen;
  });
}
