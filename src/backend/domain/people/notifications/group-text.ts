/** "Mara and 11 others liked your post." */
export function groupText(names: readonly string[], count: number, phrase: string): string {
  const [first = 'Someone', second] = names;
  if (count === 2 && second !== undefined) return `${first} and ${second} ${phrase}.`;
  return `${first} and ${count === 2 ? '1 other' : `${count - 1} others`} ${phrase}.`;
}
