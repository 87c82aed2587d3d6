import { countAsUse } from '../../shared/api/attended.ts';
import { Confirmation } from '../../ui/dialogs/confirm-host.tsx';
import { endingText as text } from './text.ts';

/** Warns before an unused session ends; shown until the server has noted a use, in any tab. */
export default function SessionEnding() {
  const question = {
    ...{ id: 0, title: text.title, message: text.message, actionLabel: text.stay },
    ...{ cancellable: false, answer: countAsUse },
  };
  return <Confirmation question={question} />;
}
