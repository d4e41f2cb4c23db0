import CircleOff from 'lucide-react/icons/circle-off';
import Link2 from 'lucide-react/icons/link-2';
import type { Promotion } from '#contract/trade/promotions.ts';
import { formatNumber, plural } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { copyLink } from '#components/content/community/share.ts';
import { Button } from '#ui/content/button.tsx';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';
import { Money } from '#ui/content/money.tsx';
import { Row } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { useMinutesAhead } from '#ui/hooks/use-hydrated.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from './promotions.module.css';

const states: Readonly<Record<Promotion['state'], { text: string; tone: ChipTone }>> = {
  running: { text: 'Active', tone: 'success' },
  used_up: { text: 'Used up', tone: 'neutral' },
  ended: { text: 'Ended', tone: 'neutral' },
};
const firsts = { monthly: 'first month', yearly: 'first year' } as const;
const audiences = { all: 'For everyone', new: 'For new fans', returning: 'For returning fans' } as const;

/** "30% off the first month", "7 free days". */
export const promotionName = ({
  kind,
  percent,
  days,
  plan,
}: Pick<Promotion, 'kind' | 'percent' | 'days' | 'plan'>): string =>
  kind === 'trial'
    ? plural(days ?? 0, 'free day')
    : `${percent ?? 0}% off the ${plan ? firsts[plan] : 'first period'}`;

const What = ({ promotion }: { promotion: Promotion }) => (
  <>
    <p>{promotionName(promotion)}</p>
    <p className={styles.aside}>
      {promotion.kind === 'trial' ? `Link ${promotion.code ?? ''}` : audiences[promotion.audience]}
    </p>
    {promotion.message ? <p className={styles.aside}>“{promotion.message}”</p> : null}
  </>
);

function End({ promotion: { endsAt, endedAt } }: { promotion: Promotion }) {
  const minutesAhead = useMinutesAhead();
  if (endedAt) return `Ended on ${formatDay(endedAt, minutesAhead)}`;
  return endsAt ? formatDay(endsAt, minutesAhead) : 'No end date';
}

export interface PromotionActs {
  /** Path of the creator's page. */
  readonly profile: string;
  readonly onEnd: (promotion: Promotion) => void;
}

/** A promotion's terms, audience, uses and revenue. */
export const promotionColumns = ({ profile, onEnd }: PromotionActs): readonly Column<Promotion>[] => [
  { key: 'what', title: 'Offer', main: true, cell: (row) => <What promotion={row} /> },
  {
    key: 'state',
    title: 'Status',
    cell: ({ state }) => <Chip tone={states[state].tone}>{states[state].text}</Chip>,
  },
  {
    key: 'uses',
    title: 'Used',
    end: true,
    cell: ({ uses, maxUses }) =>
      maxUses === null ? formatNumber(uses) : `${formatNumber(uses)} of ${formatNumber(maxUses)}`,
  },
  { key: 'ends', title: 'Ends', whole: true, cell: (row) => <End promotion={row} /> },
  {
    key: 'subscribers',
    title: 'Subscribed',
    from: 700,
    end: true,
    cell: ({ subscribers }) => formatNumber(subscribers),
  },
  { key: 'earned', title: 'Earned', end: true, cell: ({ earned }) => <Money cents={earned} /> },
  {
    key: 'acts',
    title: 'Actions',
    end: true,
    cell: (row) =>
      row.state !== 'running' ? (
        '–'
      ) : (
        <Row justify="end">
          {row.code ? (
            <Button
              variant="quiet"
              icon={<Link2 size={18} aria-hidden="true" />}
              onClick={() => void copyLink(`${profile}?trial=${row.code}`)}
            >
              Copy link
            </Button>
          ) : null}
          <Button
            variant="quietDanger"
            icon={<CircleOff size={18} aria-hidden="true" />}
            onClick={() => onEnd(row)}
          >
            End<VisuallyHidden> {promotionName(row)}</VisuallyHidden>
          </Button>
        </Row>
      ),
  },
];
