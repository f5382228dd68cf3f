// All packets of an accepted device but PUBLISH.
import type { CommandChannel } from './command-channel.ts';
import { PINGRESP } from './control-packets.ts';
import { packetType } from './frames.ts';
import type { Frame } from './frames.ts';
import type { Session } from './handshake.ts';
import type { ConnectionParts } from './transport.ts';

const isBare = ({ flags, bodyStart, end }: Frame): boolean => flags === 0 && bodyStart === end;

export function createControlChannel({ transport }: ConnectionParts, commands: CommandChannel, session: Session) {
  const handle = (frame: Frame): boolean => {
    switch (frame.type) {
      case packetType.pingreq:
        return isBare(frame) ? transport.write(PINGRESP) : transport.refuse('a broken PINGREQ');
      case packetType.puback:
        return commands.handlePuback(frame);
      case packetType.subscribe:
      case packetType.unsubscribe:
        return commands.handleSubscriptions(frame);
      case packetType.disconnect:
        if (!isBare(frame)) return transport.refuse('a broken DISCONNECT');
        // A good-bye: the will is not due.
        session.will = null;
        return transport.close('closed');
      default:
        return transport.refuse('a packet that is not allowed');
    }
  };

  return { handle };
}
