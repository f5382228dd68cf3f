import { api } from '#lib/http/api.ts';
import { applyPushedUpdate } from '#lib/stream/stream-cache-updates.ts';
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import {
  cancelDeviceCommand,
  listDeviceCommands,
  listDeviceResponses,
  sendDeviceCommand,
} from '@trace/contract/device-commands/device-commands.api';
import type { DeviceCommand } from '@trace/contract/device-commands/device-commands.schema';
import type { AnswerOf, BodyOf } from '@trace/contract/kernel/endpoint';

type Page = AnswerOf<typeof listDeviceCommands>;

/** The loaded commands of a device, newest first. */
export const timelineQuery = (serial: string) =>
  infiniteQueryOptions({
    queryKey: ['device-commands', serial],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listDeviceCommands,
        { params: { serial }, query: { limit: 20, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page) => last.next,
    staleTime: 0,
  });

/** The last stored answers of a device: asked for by hand, and then always anew. */
export const responsesQuery = (serial: string) =>
  queryOptions({
    queryKey: ['device-responses', serial],
    queryFn: async ({ signal }) => (await api.call(listDeviceResponses, { params: { serial } }, { signal })).responses,
    enabled: false,
    retry: false,
    gcTime: 0,
  });

export type SendBody = BodyOf<typeof sendDeviceCommand>;
export type SendAnswer = AnswerOf<typeof sendDeviceCommand>;

export const giveCommand = (body: SendBody): Promise<SendAnswer> => api.call(sendDeviceCommand, { body });

export const takeBack = (serial: string, id: string): Promise<DeviceCommand> =>
  api.call(cancelDeviceCommand, { params: { serial, id } });

/** Replaces the cached version of a command, or inserts the command at the top. */
export function rememberCommand(queryClient: QueryClient, command: DeviceCommand): void {
  const { queryKey } = timelineQuery(command.serialNumber);
  applyPushedUpdate(queryClient, queryKey, (before) => before && withCommand(before, command));
}

type Timeline = InfiniteData<Page, unknown>;

function withCommand({ pages, pageParams }: Timeline, command: DeviceCommand): Timeline {
  const isSame = ({ requestId }: DeviceCommand): boolean => requestId === command.requestId;
  const isKnown = pages.some(({ commands }) => commands.some(isSame));
  return {
    pageParams,
    pages: pages.map((page, index) => {
      if (isKnown) return { ...page, commands: page.commands.map((one) => (isSame(one) ? command : one)) };
      return index === 0 ? { ...page, commands: [command, ...page.commands] } : page;
    }),
  };
}
