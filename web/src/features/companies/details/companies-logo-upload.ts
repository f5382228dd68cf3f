import { failureWords } from '#lib/http/api.ts';
import { fetchWithProgress } from '#lib/http/upload.ts';
import { uploadLogo } from '@trace/contract/companies/companies.api';
import { logoRules } from '@trace/contract/companies/companies.rules';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { useMutation } from '@tanstack/react-query';
import { createApiClient } from '@trace/contract/kernel/client';
import { useEffect, useRef, useState } from 'react';

export type LogoUpload =
  | { state: 'idle' }
  | { state: 'sending'; previewUrl: string; share: number }
  | { state: 'ready'; previewUrl: string; logoId: string }
  | { state: 'failed'; words: string };

const accepted = logoRules.accept.split(',');

/** A convenience check before the upload. The server inspects the content and decides (COMP-02). */
function checkLogo({ type, size }: { type: string; size: number }): string | null {
  if (!accepted.includes(type)) return texts.logoNotImage;
  return size >= logoRules.tooBigBytes ? texts.logoTooBig : null;
}

/** Uploads a chosen logo at once, so that saving the form later is quick. A second choice replaces the first. */
export function useLogoUpload() {
  const [upload, setUpload] = useState<LogoUpload>({ state: 'idle' });
  const current = useRef<AbortController | null>(null);
  const sending = useMutation({ mutationFn: send, meta: { isFailureShownInPlace: true } });
  useReleasedPreview(upload);
  useEffect(() => () => current.current?.abort(), []);

  const choose = async (file: File) => {
    current.current?.abort();
    const complaint = checkLogo(file);
    if (complaint !== null) return setUpload({ state: 'failed', words: complaint });
    const controller = new AbortController();
    current.current = controller;
    const show = (next: LogoUpload) => {
      if (current.current === controller && !controller.signal.aborted) setUpload(next);
    };
    const previewUrl = URL.createObjectURL(file);
    show({ state: 'sending', previewUrl, share: 0 });
    try {
      const onProgress = (share: number) => show({ state: 'sending', previewUrl, share });
      const logoId = await sending.mutateAsync({ file, signal: controller.signal, onProgress });
      show({ state: 'ready', previewUrl, logoId });
    } catch (error) {
      show({ state: 'failed', words: failureWords(error, texts.uploadFailed) });
    }
  };

  const reset = () => {
    current.current?.abort();
    setUpload({ state: 'idle' });
  };

  return { upload, choose, reset };
}

interface Sending {
  file: File;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

async function send({ file, signal, onProgress }: Sending): Promise<string> {
  const client = createApiClient({ fetch: fetchWithProgress(onProgress) });
  const body = new Uint8Array(await file.arrayBuffer());
  const { logoId } = await client.call(uploadLogo, { body }, { signal });
  return logoId;
}

/** Revokes the preview's object URL. Until then the browser keeps the picture in memory. */
function useReleasedPreview(upload: LogoUpload): void {
  const previewUrl = 'previewUrl' in upload ? upload.previewUrl : null;
  useEffect(() => {
    if (previewUrl === null) return undefined;
    return () => URL.revokeObjectURL(previewUrl);
  }, [previewUrl]);
}
