import { and, eq, sql } from 'drizzle-orm';
import type { FileView } from '#contract/core/schemas.ts';
import { files } from '../../../db/schema/files.ts';
import { transaction } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import { fileColumns, fileView } from '../../base/files/presenters.ts';
import { type OperatorCtx, audit } from '../operator/audit.ts';

/**
 * Opens a file of a case, also one that is sealed: who looked at it is in the audit log before an address is given.
 * The address works only for this operator.
 * @throws AppError 404
 */
export const openCaseFile = (ctx: OperatorCtx, caseId: string, fileId: string): Promise<FileView> =>
  transaction(ctx, async (tx) => {
    const isEvidence = sql`(
      EXISTS (SELECT 1 FROM report_files e JOIN reports r ON r.id = e.report_id WHERE e.file_id = ${files.id} AND r.case_id = ${caseId})
      OR EXISTS (SELECT 1 FROM taken_down_files d JOIN moderation_decisions m ON m.id = d.decision_id WHERE d.file_id = ${files.id} AND m.case_id = ${caseId}))`;
    const [file] = await tx.db
      .select(fileColumns)
      .from(files)
      .where(and(eq(files.id, fileId), isEvidence));
    if (!file) throw notFound();
    await audit(tx, { action: 'case.file-opened', subject: caseId, facts: { fileId } });
    return fileView(tx, file, { readable: true, as: 'evidence' });
  });
