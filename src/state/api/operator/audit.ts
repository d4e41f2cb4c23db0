import type { AuditEntry, AuditFilter } from '#contract/across/operator/audit.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { exportAudit, searchAudit } from '#services/across/operator/audit.ts';
import type { Page } from '../../query/query-adapter.ts';
import { pagesByKey, queryWith } from './with-proof.ts';
import { deskApi } from './desk.ts';

const own = deskApi.injectEndpoints({
  endpoints: (build) => ({
    searchAudit: build.infiniteQuery<Page<AuditEntry>, AuditFilter, string | null>({
      ...pagesByKey(searchAudit),
      providesTags: ['Desk'],
    }),
    exportAudit: build.mutation<ReplyOf<'POST /operator/audit/export'>, AuditFilter>({
      queryFn: queryWith(exportAudit),
      invalidatesTags: ['Desk'],
    }),
  }),
});

export const { useSearchAuditInfiniteQuery, useExportAuditMutation } = own;
