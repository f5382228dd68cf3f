import { api, failureWords } from '#lib/http/api.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { importTexts as texts } from '@trace/contract/devices/registration/devices.import.texts';
import { importDevices } from '@trace/contract/devices/registration/devices.registration.api';
import { importRules } from '@trace/contract/devices/registration/devices.registration.rules';
import type { ImportReport } from '@trace/contract/devices/registration/devices.registration.schema';
import { importProgressEvent } from '@trace/contract/devices/registration/devices.registration.stream';
import { ApiError } from '@trace/contract/kernel/client';
import type { DataOf } from '@trace/contract/kernel/stream';
import { useCallback, useRef, useState } from 'react';
import { devicesQuery } from '../devices.queries.ts';

export interface ImportProgress {
  done: number;
  /** 0 while the file is uploading. */
  total: number;
}

interface ImportCall {
  file: File;
  isDryRun: boolean;
}

const atStart: ImportProgress = { done: 0, total: 0 };

/** Checks a file by a dry run as soon as the file is chosen, and imports the file when the user confirms (IDEV-08). */
export function useImport() {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  /** The content that the dry run checked. The import sends it even if the file changes on the disk meanwhile. */
  const checked = useRef(new Uint8Array());
  const [report, setReport] = useState<ImportReport | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const { progress, begin } = useImportProgress();
  const sending = useMutation({
    mutationFn: async ({ file: sent, isDryRun }: ImportCall) => {
      const query = { importId: begin(), dryRun: isDryRun ? ('true' as const) : ('false' as const) };
      if (isDryRun) checked.current = new Uint8Array(await sent.arrayBuffer());
      return api.call(importDevices, { query, body: checked.current });
    },
    meta: { isFailureShownInPlace: true },
    onSuccess: (answer) => {
      setReport(answer);
      if (!answer.dryRun) void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
    },
    onError: (error, { isDryRun }) => setComplaint(wordsOf(error, isDryRun)),
  });

  const send = (call: ImportCall) => {
    setComplaint(null);
    sending.mutate(call);
  };

  return {
    file,
    report,
    complaint,
    /** The running dry run or import, or null. */
    running: sending.isPending ? { isDryRun: sending.variables.isDryRun, progress } : null,
    choose: (chosen: File) => {
      setFile(chosen);
      setReport(null);
      if (chosen.size > importRules.mostBytes) return setComplaint(texts.tooBig);
      return send({ file: chosen, isDryRun: true });
    },
    start: () => file && send({ file, isDryRun: false }),
    reset: () => {
      setFile(null);
      setReport(null);
      setComplaint(null);
    },
  };
}

export type ImportState = ReturnType<typeof useImport>;

/** How far the import is that this page began last. */
function useImportProgress() {
  const [progress, setProgress] = useState(atStart);
  const current = useRef('');
  const take = useCallback(({ importId, done, total }: DataOf<typeof importProgressEvent>) => {
    if (importId === current.current) setProgress({ done, total });
  }, []);
  useStreamEvent(importProgressEvent, take);
  const begin = (): string => {
    current.current = crypto.randomUUID();
    setProgress(atStart);
    return current.current;
  };
  return { progress, begin };
}

/** An import whose answer got lost may have gone through. */
function wordsOf(error: Error, isDryRun: boolean): string {
  const isLost = !isDryRun && !(error instanceof ApiError && error.refusal !== null);
  return isLost ? texts.interrupted : failureWords(error);
}
