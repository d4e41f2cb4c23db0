import { limits } from '#config/limits.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getMassMessageCap, setMassMessageCap } from '#services/trade/broadcasts/mass-messages.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { SaveBar } from './save-bar.tsx';

const most = limits.broadcast.weeklyCap;

function CapForm({ cap }: { cap: ReplyOf<'GET /mass-messages/settings'> }) {
  const [save] = useWrite(setMassMessageCap);
  const form = useForm({
    initial: { weeklyCap: String(cap.weeklyCap) },
    check: ({ weeklyCap }): { weeklyCap?: string } =>
      /^\d{1,4}$/.test(weeklyCap.trim()) && Number(weeklyCap) <= most
        ? {}
        : { weeklyCap: `Enter a whole number from 0 to ${most}.` },
    submit: async ({ weeklyCap }) => {
      await save({ body: { weeklyCap: Number(weeklyCap) } }).unwrap();
      toast.success('Changes saved');
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Stack gap={12}>
        <FormErrors errors={form.errors} />
        <TextInput
          label="Mass messages per week"
          inputMode="numeric"
          autoComplete="off"
          hint="From all creators together, in any 7 days. Enter 0 to receive none."
          {...form.text('weeklyCap')}
        />
        <SaveBar isChanged={form.changed.length > 0} busy={form.busy} onDiscard={form.discard} />
      </Stack>
    </Form>
  );
}

/** How many messages that creators send to many fans the account accepts. */
export function MassMessageCap() {
  const request = useRead(getMassMessageCap);
  const skeleton = (
    <Skeleton>
      <SkeletonText lines={3} />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {(cap) => <CapForm key={cap.weeklyCap} cap={cap} />}
    </LoadedView>
  );
}
