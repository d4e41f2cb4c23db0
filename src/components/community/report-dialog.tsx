import { useState } from 'react';
import type { FormEvent } from 'react';
import { limits } from '#config/limits.ts';
import type { ReportCategory, ReportTarget } from '#contract/reports.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { useReportMutation } from '#state/api/blocks.ts';
import { Button } from '#ui/content/button.tsx';
import { RadioCards } from '#ui/forms/choice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';

/** What is reported: `name` stands in the title, "this post", "Lena". */
export interface ReportedThing {
  readonly type: ReportTarget;
  readonly id: string;
  readonly name: string;
}

const categories: readonly {
  readonly value: ReportCategory;
  readonly label: string;
  readonly hint: string;
}[] = [
  { value: 'spam', label: 'Spam', hint: 'Advertising, tricks, or the same thing over and over' },
  { value: 'legal', label: 'Against the law', hint: 'Somebody’s rights, money or safety' },
  {
    value: 'violation',
    label: 'Against the rules of this site',
    hint: 'Insults, hate, things that don’t belong here',
  },
  { value: 'other', label: 'Something else', hint: 'Say what below' },
];

const chooseOne = 'Choose one.';

export interface ReportDialogProps {
  readonly target: ReportedThing;
  readonly onClose: () => void;
}

/** Tells the operator about a person, a work, a comment or a message. Who reported stays unknown to everybody else. */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const [send, { isLoading }] = useReportMutation();
  const [category, setCategory] = useState<ReportCategory | null>(null);
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(category === null);
    setProblem(null);
    if (category === null || isLoading) return;
    const { error } = await send({
      targetType: target.type,
      targetId: target.id,
      category,
      comment: comment.trim(),
    });
    // Reported before is as good as reported now.
    if (error && problemCode(error) !== 'conflict') return setProblem(problemMessage(error));
    toast.success(error ? problemMessage(error) : 'Thank you. We’ll look at it.');
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={`Report ${target.name}`}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={16}>
          <FormErrors
            errors={
              problem ? [{ message: problem }] : missing && category === null ? [{ message: chooseOne }] : []
            }
          />
          <RadioCards
            label="What is wrong?"
            name="category"
            options={categories}
            value={category}
            onChange={setCategory}
            error={missing && category === null ? chooseOne : null}
          />
          <TextArea
            label="Anything to add"
            optional
            counted
            maxLength={limits.text.reason}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          <p>We keep a copy of what you report. Nobody but the operator learns that it was you.</p>
          <Button type="submit" variant="primary" block busy={isLoading}>
            Report
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
