import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Promotion } from '#contract/promotions.ts';
import { PagedTable } from '#components/lists/paged-table.tsx';
import { RefusalNotice } from '#components/lists/refusal-notice.tsx';
import { useEndPromotionMutation, useListPromotionsInfiniteQuery } from '#state/api/promotions.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { NewOffer } from './new-offer.tsx';
import { NewTrial } from './new-trial.tsx';
import { promotionColumns, promotionName } from './promotion-columns.tsx';

type Kind = Promotion['kind'];
const tabs = [
  { key: 'percent', label: 'Offers' },
  { key: 'trial', label: 'Trial links' },
] as const;
const words = {
  percent: {
    caption: 'Offers',
    New: NewOffer,
    create: 'New offer',
    empty: 'No offers yet',
    text: 'Take something off the first month or year. It stands on your profile, and fans pay the full price from the second period on.',
  },
  trial: {
    caption: 'Trial links',
    New: NewTrial,
    create: 'New trial link',
    empty: 'No trial links yet',
    text: 'Give whoever has the link some days to look around. They end by themselves.',
  },
} as const;

/** Asks once: whoever took it keeps it. */
function EndDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const [end, { isLoading, error }] = useEndPromotionMutation();
  const confirm = async () => {
    const { data } = await end(promotion._id);
    if (!data) return;
    toast.success('Ended');
    onClose();
  };
  const text = (
    <Stack gap={12}>
      <p>
        Nobody can take it from now on. Whoever has it keeps it. This can’t be undone, but you can make
        another one.
      </p>
      {error ? <RefusalNotice problem={error} /> : null}
    </Stack>
  );
  return (
    <ConfirmDialog
      open
      title={`End “${promotionName(promotion)}”?`}
      text={text}
      confirmLabel="End it"
      cancelLabel="Let it run"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** `/creator/promotions`: offers for a first period and trial links, and what they brought. */
export function PromotionsView() {
  const user = useAppSelector(selectAuthUser);
  const [kind, setKind] = useState<Kind>('percent');
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<Promotion | null>(null);
  const query = useListPromotionsInfiniteQuery({ kind });
  const { caption, create, empty, text, New } = words[kind];
  const button = (
    <Button variant="primary" onClick={() => setMaking(true)}>
      {create}
    </Button>
  );
  return (
    <Stack gap={24}>
      <PageHead title="Offers" unlisted />
      <PageHeader title="Offers" text={text} actions={button} />
      <Tabs label="What kind" items={tabs} value={kind} onChange={setKind}>
        <PagedTable
          caption={caption}
          columns={promotionColumns({
            profile: user ? routes.profile(user.username || user._id) : '',
            onEnd: setEnding,
          })}
          query={query}
          empty={<EmptyState title={empty} text={text} />}
        />
      </Tabs>
      {making ? <New onClose={() => setMaking(false)} /> : null}
      {ending ? <EndDialog promotion={ending} onClose={() => setEnding(null)} /> : null}
    </Stack>
  );
}
