import { useRouter } from 'next/router';
import { useState } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import { limits } from '#config/limits.ts';
import type { ReportCategory, ReportTarget } from '#contract/across/reports.ts';
import { openCase } from '#services/across/operator/moderation.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select, TextArea } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { categoryLabels, toOptions } from '../cases/case-labels.ts';

interface Target {
  readonly targetType: ReportTarget;
  readonly targetId: string;
}

function OpenCaseDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const [open] = useWrite(openCase);
  const router = useRouter();
  const form = useForm({
    initial: { category: 'violation', reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter a reason.' } : {}),
    submit: async ({ category, reason }) => {
      const opened = await open({
        body: { ...target, category: category as ReportCategory, reason: reason.trim() },
      }).unwrap();
      await router.push(deskRoutes.case(opened._id));
    },
  });
  return (
    <Dialog open onClose={onClose} title="Open a case" dismissible={!form.busy}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>The case keeps a copy of what it is about. You decide it there, and the person is notified.</p>
          <FormErrors errors={form.errors} />
          <Select label="Category" options={toOptions(categoryLabels)} {...form.text('category')} />
          <TextArea
            label="Reason"
            hint="For the audit log and other operators."
            counted
            maxLength={limits.text.reason}
            {...form.text('reason')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Open case
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** Opens a case of an operator's own, about what no one reported. */
export function OpenCase(target: Target) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Open a case</Button>
      {isAsking ? <OpenCaseDialog target={target} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
