import { escapeMarkup } from '#lib/markup/escape-markup.ts';
import { formatMoney, plural } from '#lib/format.ts';
import type { Cents } from '#lib/units.ts';
import type { SettingsValues } from '../../../../kernel/settings.ts';

/** What the texts say about this site, so that they stay true when its operator changes a setting. */
export interface HelpFacts {
  readonly settings: SettingsValues;
  /** The site's name, as HTML. */
  readonly site: string;
  /** `$50.00` */
  readonly money: (cents: Cents) => string;
  /** `20 tokens are worth $1.00` */
  readonly tokenValue: string;
  /** `80%` */
  readonly creatorShare: string;
}

export interface HelpPage {
  /** The end of its address, `/posts/help/<name>`. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly html: (facts: HelpFacts) => string;
}

export function helpFacts(settings: SettingsValues): HelpFacts {
  const money = (cents: Cents) => formatMoney(cents, settings.currency);
  return {
    settings,
    site: escapeMarkup(settings.siteName),
    money,
    tokenValue: `${plural(settings.tokenRate, 'token')} ${settings.tokenRate === 1 ? 'is' : 'are'} worth ${money(100)}`,
    creatorShare: `${(10_000 - settings.commissionBps) / 100}%`,
  };
}
