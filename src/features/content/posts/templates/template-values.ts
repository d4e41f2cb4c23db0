import { limits } from '#config/limits.ts';
import type { PostTemplate } from '#contract/content/posts/templates.ts';
import type { BodyOf } from '#services/http/call.ts';
import { toPricingBody, toPricingValues } from '#components/content/media-items/pricing-values.ts';
import { type PostValues, emptyPost, toPostKind } from '../post-values.ts';

/** The request body of a template of what is in the editor, without its files and dates. */
export function toTemplateBody(values: PostValues, title: string): BodyOf<'POST /performer/post-templates'> {
  const { kind, text, poll, seriesId } = values;
  return {
    title: title.trim(),
    type: kind === 'post' ? 'text' : kind,
    text: text.trim(),
    ...toPricingBody(values),
    poll:
      kind === 'poll'
        ? {
            question: poll.question.trim(),
            options: poll.options.map((option) => option.trim()).filter((option) => option !== ''),
            multiple: poll.multiple,
            resultsVisible: poll.resultsVisible,
          }
        : null,
    seriesId: seriesId || null,
  };
}

/** What a template changes in the editor. Dates, pin and files stay. */
export function valuesOfTemplate(template: PostTemplate): Partial<PostValues> {
  const { type, text, poll, seriesId } = template;
  const { later: _later, scheduledAt: _at, ...pricing } = toPricingValues({ ...template, scheduledAt: null });
  const options = poll?.options ?? [];
  const missing = Math.max(0, limits.poll.minOptions - options.length);
  return {
    ...pricing,
    kind: toPostKind(type),
    text,
    seriesId: seriesId ?? '',
    ...(poll && {
      poll: {
        ...emptyPost.poll,
        ...poll,
        options: [...options, ...Array.from({ length: missing }, () => '')],
      },
    }),
  };
}
