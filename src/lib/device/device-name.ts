// Most specific first: Edge and Opera also contain "Chrome", Chrome contains "Safari", and Android contains
// "Linux".
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox on Linux", as far as the user agent tells. */
export function deviceName(userAgent: string): string {
  const first = (known: readonly (readonly [sign: string, name: string])[]) =>
    known.find(([sign]) => userAgent.includes(sign))?.[1];
  const system = first(systems);
  return `${first(browsers) ?? 'Unknown browser'}${system ? ` on ${system}` : ''}`;
}
