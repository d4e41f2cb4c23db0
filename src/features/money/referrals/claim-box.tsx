import type { OwnReferralCode } from '#contract/money/referrals.ts';
import { formatDay } from '#lib/format-time.ts';
import { forgetReferralCode, isReferralCode, readReferralCode } from '#lib/referral-code.ts';
import { claimReferral } from '#services/money/referrals.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useForm } from '#ui/forms/use-form.ts';

function ClaimForm({ until }: { until: string }) {
  const [claim] = useWrite(claimReferral);
  const form = useForm({
    initial: { code: readReferralCode() ?? '' },
    check: ({ code }) =>
      isReferralCode(code) ? {} : { code: 'Enter a code. It has only letters and digits.' },
    submit: async ({ code }) => {
      const { invitedBy } = await claim({ body: { code: code.trim() } }).unwrap();
      forgetReferralCode();
      toast.success(invitedBy ? `Thanks! You were invited by ${invitedBy}.` : 'Invitation code applied');
    },
  });
  return (
    <SectionCard
      title="Did someone invite you?"
      text={`If you joined without a code, you can enter it here until ${formatDay(until)}.`}
    >
      <Form method="post" onSubmit={form.onSubmit}>
        <Stack gap={12}>
          <FormErrors errors={form.errors} />
          <TextInput
            label="Invitation code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            {...form.text('code')}
          />
          <div>
            <Button type="submit" busy={form.busy}>
              Apply code
            </Button>
          </div>
        </Stack>
      </Form>
    </SectionCard>
  );
}

/** Lets a new account enter who invited it. Shows the inviter once known. */
export function ClaimBox({ own: { invitedBy, claimUntil } }: { own: OwnReferralCode }) {
  if (invitedBy) return <Notice>You were invited by {invitedBy}.</Notice>;
  return claimUntil ? <ClaimForm until={claimUntil} /> : null;
}
