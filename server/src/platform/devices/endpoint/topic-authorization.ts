// A device can publish only to its own topics. Most devices repeat one topic, so the last answer is cached.
import { parsePublishTopic } from '@trace/contract/device-protocol/topics';
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

/** The kind of message of an own topic, or null for every other topic. */
export function createTopicAuthorizer(serial: string): (topic: string) => DeviceMessageKind | null {
  let lastTopic = '';
  let lastKind: DeviceMessageKind | null = null;
  return (topic) => {
    if (topic === lastTopic) return lastKind;
    const parsed = parsePublishTopic(topic);
    if (parsed?.serial !== serial) return null;
    lastTopic = topic;
    lastKind = parsed.kind;
    return lastKind;
  };
}
