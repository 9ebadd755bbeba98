import { useEffect, useEffectEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { PlaceResponse } from '../../../api/generatedStart';
import { api } from '../../../api/startEndpoints';
import { askLater } from './askLater';

/** Long enough to type the next letter, short enough to feel immediate. */
const typingPause = 150;
/** One letter begins too many names to help. */
const fewestLetters = 2;

function whenTypingPauses(work: () => void): () => void {
  const timer = setTimeout(work, typingPause);
  return () => clearTimeout(timer);
}

/**
 * Asks which places a text can mean once typing pauses. What newer letters have overtaken is aborted and never
 * answered, and what fails finds nothing: this is help, not the answer.
 */
export function usePlaces(text: string, onAnswer: (places: readonly PlaceResponse[]) => void): void {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const answer = useEffectEvent(onAnswer);
  const q = text.trim();

  useEffect(() => {
    if (Array.from(q).length < fewestLetters) {
      answer([]);
      return;
    }
    return askLater(
      whenTypingPauses,
      () => dispatch(api.endpoints.suggestPlaces.initiate({ q }, { subscribe: false })),
      (data) => answer(data?.payload ?? []),
    );
  }, [dispatch, q]);
}
