import { EnvSchema } from './env.ts';

/* Misspelled settings would otherwise go unnoticed: the site would start with the default. */

const settings = Object.keys(EnvSchema.shape);
/** Names that only a setting of ours begins with. Sentry, Next.js and PostgreSQL have variables of their own. */
const ours =
  /^(AGORA|DATABASE|DEMO|GEO|GOOGLE_CLIENT|LINK_TEST|LIVE|METRICS|PUSH_TEST|RECAPTCHA|S3|SECRET|STRIPE|TRUSTED|TWITTER|VAPID|VPN)_/;
/** Read elsewhere: by builds and by tests. */
const elsewhere: ReadonlySet<string> = new Set(['NEXT_DIST_DIR', 'DATABASE_TEST_URL']);

/** How many letters have to be changed, added or left out to get from one name to another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of one.split('').entries()) {
    const next = [i + 1];
    for (const [j, wanted] of other.split('').entries())
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === wanted ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The setting that was probably meant. Short names are like many others. */
const meant = (name: string): string | undefined =>
  settings
    .map((setting) => ({ setting, off: distance(name, setting) }))
    .filter(({ setting, off }) => off <= (setting.length >= 10 ? 2 : setting.length >= 6 ? 1 : 0))
    .sort((a, b) => a.off - b.off)[0]?.setting;

/** One sentence for each variable that looks like a setting and is none. */
export function misspelledSettings(source: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(source)
    .filter((name) => !settings.includes(name) && !elsewhere.has(name))
    .flatMap((name) => {
      const setting = meant(name.toUpperCase());
      if (setting) return [`${name} isn't a setting. Did you mean ${setting}?`];
      return ours.test(name) ? [`${name} isn't a setting, and has no effect.`] : [];
    })
    .sort();
}
