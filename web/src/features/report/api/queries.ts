import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../../../shared/api/download.ts';
import { callOptions } from '../../../shared/api/hooks.ts';
import type { ExportFormat } from '../../../shared/exports/export-buttons.tsx';
import { linesRequestOf, type ReportAddress, requestOf } from '../report.ts';

/** The report with one page of its lines; the previous one stays visible until the next is loaded. */
export function useReport({ address, zone }: { address: ReportAddress; zone: string }) {
  const request = requestOf(address, zone);
  const linesRequest = { ...request, ...linesRequestOf(address) };
  const listKey = JSON.stringify(linesRequest);
  const [page, setPage] = useState<{ readonly listKey: string; readonly after: string }>();
  // Another report starts with its first lines.
  const after = page?.listKey === listKey ? page.after : undefined;
  const query = useQuery({
    ...callOptions(useQueryClient(), 'getReport', { ...linesRequest, ...(after !== undefined && { after }) }),
    placeholderData: keepPreviousData,
  });
  return {
    query: { ...query, data: query.data?.body },
    request,
    isFirst: after === undefined,
    goTo: (next: string | undefined) => setPage(next === undefined ? undefined : { listKey, after: next }),
  };
}

/** Saves the report as a file; returns the file's name. */
export const saveReport = (format: ExportFormat, request: ReturnType<typeof requestOf>): Promise<string> =>
  download(format === 'CSV' ? 'exportReportCsv' : 'exportReportNdjson', request);
