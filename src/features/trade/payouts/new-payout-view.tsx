import { useRouter } from 'next/router';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import type { PayoutQuote } from '#contract/trade/payouts.ts';
import { formatAmount, parseAmount } from '#lib/format.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { useIdempotencyKey } from '#components/money/payments/use-idempotency-key.ts';
import { PayoutMethods } from '#components/trade/payouts/payout-methods.tsx';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { calculatePayout, requestPayout } from '#services/trade/payouts.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { AmountFields, type Bounds, amountError } from './amount-fields.tsx';
import { BalanceSkeleton, BalanceStats, Holds } from './balance.tsx';
import { Blocks } from './payout-labels.tsx';

function RequestForm({ quote }: { quote: PayoutQuote }) {
  const router = useRouter();
  const [request] = useWrite(requestPayout);
  const { keyFor, settle } = useIdempotencyKey(newIdempotencyKey);
  const bounds: Bounds = { minimum: quote.minimum, most: quote.available, currency: quote.currency };
  const form = useForm({
    initial: { amount: formatAmount(quote.available), note: '' },
    check: ({ amount }) => {
      const wrong = amountError(amount, bounds);
      return wrong ? { amount: wrong } : {};
    },
    submit: async ({ amount, note }) => {
      const body = { amount: parseAmount(amount) ?? 0, note: note.trim() };
      const payout = await request({ body, key: keyFor(JSON.stringify(body)) }).unwrap();
      settle();
      toast.success('Payout requested');
      await router.push(routes.payout(payout._id));
    },
  });
  return (
    <Card>
      <Form onSubmit={form.onSubmit} aria-label="Request payout">
        <Stack>
          <FormErrors errors={form.errors} />
          <AmountFields
            bounds={bounds}
            field={form.text('amount')}
            onAll={(typed) => form.set('amount', typed)}
          />
          <p>
            It will be sent to{' '}
            <strong>
              {quote.method?.bank} ···· {quote.method?.last4}
            </strong>
            .
          </p>
          <TextArea
            label="Note for you and the site’s operator"
            optional
            compact
            maxLength={limits.text.reason}
            counted
            {...form.text('note')}
          />
          <Button type="submit" variant="primary" large block busy={form.busy}>
            Request payout
          </Button>
        </Stack>
      </Form>
    </Card>
  );
}

const Content = ({ quote }: { quote: PayoutQuote }) => (
  <Stack gap={24}>
    <BalanceStats quote={quote} />
    <Blocks blocks={quote.blocks} />
    {quote.canRequest ? (
      <RequestForm quote={quote} />
    ) : quote.openRequestId ? (
      <ButtonLink href={routes.payout(quote.openRequestId)} variant="primary">
        View open payout
      </ButtonLink>
    ) : null}
    {quote.blocks.some(({ code }) => code === 'no_method' || code === 'method_not_ready') ? (
      <SectionCard title="Payout methods">
        <PayoutMethods />
      </SectionCard>
    ) : null}
    {quote.canRequest ? null : <Holds quote={quote} />}
  </Stack>
);

/** `/creator/payouts/new`: the amount, what will arrive, and what prevents the request. */
export function NewPayoutView() {
  const request = useRead(calculatePayout, { body: {} });
  return (
    <Stack gap={24}>
      <PageHead title="Request payout" unlisted />
      <PageHeader
        title="Request payout"
        actions={<ButtonLink href={routes.creatorPayouts}>All payouts</ButtonLink>}
      />
      <LoadedView request={request} skeleton={<BalanceSkeleton />} level={2}>
        {(quote) => <Content quote={quote} />}
      </LoadedView>
    </Stack>
  );
}
