import { signatureFileSchema, type SignatureFile } from '@trace/contract/firmware/firmware.manifest.schema';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { listReleases } from '@trace/contract/firmware/staff/firmware.staff.api';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import { useState } from 'react';

const texts = firmwareScreenTexts.publish;

export type TrustedKeys = AnswerOf<typeof listReleases>['keys'];

/** A chosen file. Without `content` it cannot be used, and `words` says why. */
export interface ChosenSignature {
  readonly words: string;
  readonly content?: SignatureFile;
}

/** A larger file is not the command's. */
const MAX_BYTES = 4_096;

/** Reads a chosen signature file. The server checks the signature itself. */
export function useSignature(keys: TrustedKeys) {
  const [signature, setSignature] = useState<ChosenSignature | null>(null);
  const choose = async (file: File) =>
    setSignature(readSignature(file.name, file.size > MAX_BYTES ? '' : await file.text(), keys));
  return { signature, choose };
}

function readSignature(name: string, text: string, keys: TrustedKeys): ChosenSignature {
  const { data } = signatureFileSchema.safeParse(parseJson(text));
  if (data === undefined) return { words: texts.notSignature };
  const key = keys.find(({ keyId }) => keyId === data.keyId);
  if (key === undefined) return { words: texts.unknownKey(data.keyId) };
  return { words: texts.signedWith(name, key.name), content: data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
