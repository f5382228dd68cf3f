import { api, failureWords } from '#lib/http/api.ts';
import { useMutation } from '@tanstack/react-query';
import { uploadAttachment } from '@trace/contract/tickets/attachments/tickets.attachments.api';
import { attachmentRules } from '@trace/contract/tickets/attachments/tickets.attachments.rules';
import type { Attachment } from '@trace/contract/tickets/attachments/tickets.attachments.schema';
import { attachmentTexts as texts } from '@trace/contract/tickets/attachments/tickets.attachments.texts';
import { useState } from 'react';

export type Attachments = ReturnType<typeof useAttachments>;

/** Uploads chosen files at once, one after another, so that sending the message later is quick. `kept`: those of a draft. */
export function useAttachments(kept: readonly Attachment[] = []) {
  const [files, setFiles] = useState(kept);
  const [failures, setFailures] = useState<readonly { name: string; words: string }[]>([]);
  const upload = useMutation({ mutationFn: send, meta: { isFailureShownInPlace: true } });

  const fail = ({ name }: File, words: string) => setFailures((before) => [...before, { name, words }]);

  const attach = async (file: File): Promise<void> => {
    if (file.size > attachmentRules.maxBytes) return fail(file, texts.tooLarge);
    try {
      const stored = await upload.mutateAsync(file);
      setFiles((before) => [...before, stored]);
    } catch (error) {
      fail(file, failureWords(error));
    }
    return undefined;
  };

  const choose = async (chosen: readonly [File, ...File[]]): Promise<void> => {
    setFailures([]);
    if (files.length + chosen.length > attachmentRules.perMessage) return fail(chosen[0], texts.tooMany);
    for (const file of chosen) await attach(file);
    return undefined;
  };

  return {
    files,
    ids: files.map(({ id }) => id),
    isSending: upload.isPending,
    failures,
    choose,
    remove: (id: string) => setFiles((before) => before.filter((file) => file.id !== id)),
    clear: () => {
      setFiles([]);
      setFailures([]);
    },
  };
}

async function send(file: File): Promise<Attachment> {
  const body = new Uint8Array(await file.arrayBuffer());
  const name = file.name.slice(-attachmentRules.nameMaxLength);
  return api.call(uploadAttachment, { query: { name }, body });
}
