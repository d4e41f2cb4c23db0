import { Suspense, useState } from 'react';
import type { PostTemplate } from '#contract/content/posts/templates.ts';
import { Button } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Row } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { PostValues } from '../post-values.ts';
import styles from './templates.module.css';
import { valuesOfTemplate } from './template-values.ts';

const SaveTemplate = lazyPart(async () => (await import('./save-template.tsx')).SaveTemplate);
const TemplateList = lazyPart(async () => (await import('./template-list.tsx')).TemplateList);

export interface TemplateToolsProps {
  readonly values: PostValues;
  readonly set: (change: Partial<PostValues>) => void;
  /** Only a new post can begin with a template. */
  readonly isNew: boolean;
}

/** Saves what is in the editor as a template, and begins a new post with one. */
export function TemplateTools({ values, set, isNew }: TemplateToolsProps) {
  const [open, setOpen] = useState<'list' | 'save' | null>(null);
  const close = () => setOpen(null);
  const use = (template: PostTemplate) => {
    set(valuesOfTemplate(template));
    close();
    toast.success(`“${template.title}” is in the editor`, {
      action: { label: 'Undo', run: () => set(values) },
    });
  };
  return (
    <Row className={styles.tools}>
      {isNew ? <Button onClick={() => setOpen('list')}>Use a template</Button> : null}
      <Button onClick={() => setOpen('save')}>Save as template</Button>
      <Suspense fallback={null}>
        {open === 'list' ? <TemplateList onUse={use} onClose={close} /> : null}
        {open === 'save' ? <SaveTemplate values={values} onClose={close} /> : null}
      </Suspense>
    </Row>
  );
}
