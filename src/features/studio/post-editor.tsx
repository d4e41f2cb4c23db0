import { limits } from '#config/limits';
import type { Audience } from '#contract/feeds';
import { centsOfTokens, formatMoney } from '#lib/format';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { Checkbox, RadioCards } from '#ui/choice';
import { FormErrors } from '#ui/form-errors';
import { useRate } from '#ui/money';
import { Notice } from '#ui/notice';
import { Stack } from '#ui/stack';
import { TextArea, TextInput } from '#ui/text-input';
import { PhotoField } from './photo-field.tsx';
import type { PostValues } from './post-values.tsx';
import { type PostEditorWorld, usePostEditor } from './use-post-editor.tsx';

const audiences = [
  { value: 'public', label: 'Everybody', hint: 'Also visitors without an account.' },
  { value: 'followers', label: 'Followers', hint: 'Who follows you, and who subscribes.' },
  { value: 'subscribers', label: 'Subscribers', hint: 'Others see a blurred preview and the ways in.' },
] as const satisfies readonly { value: Audience; label: string; hint: string }[];

interface SellingProps {
  readonly values: PostValues;
  readonly set: (change: Partial<PostValues>) => void;
  readonly error?: string;
}

/** Whether the post is sold, and to whom. */
function Selling({ values, set, error }: SellingProps) {
  const { currency, tokenRate } = useRate();
  const worth = /^\d{1,9}$/.test(values.price.trim()) ? `${formatMoney(centsOfTokens(Number(values.price), tokenRate), currency)} for the fan` : 'In tokens';
  return (
    <>
      <Checkbox label="Sell this post" hint="People unlock it once and keep it." checked={values.sells} onChange={(event) => set({ sells: event.target.checked })} />
      {values.sells ? (
        <>
          <TextInput
            id="post-price" label="Price" suffix="tokens" inputMode="numeric" hint={worth} error={error} required
            value={values.price} onChange={(event) => set({ price: event.target.value })}
          />
          <Checkbox
            label="Included for subscribers" hint="Only those who don’t subscribe pay for it."
            checked={values.includedInSubscription} onChange={(event) => set({ includedInSubscription: event.target.checked })}
          />
        </>
      ) : null}
    </>
  );
}

/** Writes or changes a post: words, photos, who sees it, what it costs. */
export function PostEditor(world: PostEditorWorld) {
  const { values, set, errors, uploads, busy, problem, submit } = usePostEditor(world);
  const listed = [
    ...(errors.text ? [{ fieldId: 'post-text', message: errors.text }] : []),
    ...(errors.photos ? [{ message: errors.photos }] : []),
    ...(errors.price ? [{ fieldId: 'post-price', message: errors.price }] : []),
    ...(problem ? [{ message: problem }] : []),
  ];
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        <FormErrors errors={listed} title="Before it can go out" />
        <Card>
          <Stack>
            <TextArea
              id="post-text" label="Text" rows={6} counted maxLength={limits.text.post} error={errors.text}
              value={values.text} onChange={(event) => set({ text: event.target.value })}
            />
            {world.photos === 'fixed' ? <Notice>Its media stay as they are.</Notice> : <PhotoField uploads={uploads} disabled={busy} />}
          </Stack>
        </Card>
        <Card>
          <Stack>
            <RadioCards label="Who sees it" name="audience" options={audiences} value={values.audience} onChange={(audience) => set({ audience })} />
            <Selling values={values} set={set} error={errors.price} />
          </Stack>
        </Card>
        <Card>
          <Stack>
            <Checkbox label="Pin to the top of your page" checked={values.pinned} onChange={(event) => set({ pinned: event.target.checked })} />
          </Stack>
        </Card>
        <div><Button type="submit" variant="primary" large busy={busy}>{world.action}</Button></div>
      </Stack>
    </form>
  );
}
