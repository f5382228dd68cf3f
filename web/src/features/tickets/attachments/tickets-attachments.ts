import { api } from '#lib/http/api.ts';
import { useMutation } from '@tanstack/react-query';
import { uploadAttachment } from '@trace/contract/tickets/attachments/tickets.attachments.api';
import { attachmentRules } from '@trace/contract/tickets/attachments/tickets.attachments.rules';
import type { Attachment } from '@trace/contract/tickets/attachments/tickets.attachments.schema';
import { attachmentTexts as texts } from '@trace/contract/tickets/attachments/tickets.attachments.texts';
import { useState } from 'react';

export type Attachments = ReturnType<typeof useAttachments>;

/** Uploads chosen files at once, one after another, so that sending the message later is quick. */
export function useAttachments() {
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const [complaint, setComplaint] = useState<{ name: string; words: string } | null>(null);
  const upload = useMutation({ mutationFn: send, meta: { isFailureShownInPlace: true } });
  const failure = complaint ?? (upload.error && { name: upload.variables.name, words: upload.error });

  const choose = async (chosen: readonly File[]): Promise<void> => {
    const tooLarge = chosen.find(({ size }) => size > attachmentRules.maxBytes);
    const [first] = chosen;
    if (first === undefined) return;
    upload.reset();
    if (tooLarge) return setComplaint({ name: tooLarge.name, words: texts.tooLarge });
    if (files.length + chosen.length > attachmentRules.perMessage)
      return setComplaint({ name: first.name, words: texts.tooMany });
    setComplaint(null);
    for (const file of chosen) {
      const stored = await upload.mutateAsync(file).catch(() => null);
      if (stored === null) return;
      setFiles((before) => [...before, stored]);
    }
  };

  return {
    files,
    ids: files.map(({ id }) => id),
    isSending: upload.isPending,
    failure,
    choose,
    remove: (id: string) => setFiles((before) => before.filter((file) => file.id !== id)),
    clear: () => setFiles([]),
  };
}

async function send(file: File): Promise<Attachment> {
  const body = new Uint8Array(await file.arrayBuffer());
  const name = file.name.slice(-attachmentRules.nameMaxLength);
  return api.call(uploadAttachment, { query: { name }, body });
}
