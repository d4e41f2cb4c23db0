import { deskRoutes } from '#config/desk-routes.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { mailOperators } from '../../base/site/operator-mail.ts';

/** Emails every operator about a child in danger, at once: it may be long until one of them looks at the desk. */
export async function alertOperators(tx: Ctx, caseId: string): Promise<void> {
  const { siteName } = await tx.settings.all();
  await mailOperators(tx, {
    subject: `Child safety report on ${siteName}`,
    text: [
      'Someone reported that a person under 18 is shown or at risk. Please look at it now.',
      `${tx.config.publicUrl}${deskRoutes.case(caseId)}`,
      siteName,
    ].join('\n\n'),
  });
}
