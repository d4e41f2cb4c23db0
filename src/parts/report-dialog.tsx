import { useState } from 'react';
import type { FormEvent } from 'react';
import { limits } from '#config/limits';
import type { ReportCategory, ReportTarget } from '#contract/reports';
import { problemCode, problemMessage } from '#lib/problem';
import { useReportMutation } from '#state/api-blocks';
import { Button } from '#ui/button';
import { RadioCards } from '#ui/choice';
import { Dialog } from '#ui/dialog';
import { Notice } from '#ui/notice';
import { Stack } from '#ui/stack';
import { TextArea } from '#ui/text-input';
import { toast } from '#ui/toast';

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
          <RadioCards
            label="What is wrong?"
            name="category"
            options={categories}
            value={category}
            onChange={setCategory}
            error={missing && category === null ? 'Choose one.' : null}
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
          {problem ? (
            <Notice tone="danger" announce>
              {problem}
            </Notice>
          ) : null}
          <Button type="submit" variant="primary" block busy={isLoading}>
            Report
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
