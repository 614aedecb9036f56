(** The thirteen main theorems about StableList: all that a reviewer has to read beside the model.

    They hold after every program, for all lawful options, sizes, modes, widths, and any type of elements.
    [Proved] proves them, and prints that no proof rests on an axiom. *)
From Coq Require Import ZArith List.
From Lists Require Import Parameters Cells Container Contract.
From Lists.StableList Require Import Model.
Import ListNotations.
Local Open Scope Z_scope.

Section Statements.
Context (E : Type).

(** Of every list, with its options and the keys that it has issued, in the order of its insertions: *)
Definition always (P : parameters -> state E -> list key -> Prop) : Prop := forall o program, lawful o = true ->
  let (s, answers) := run stable_list (initial stable_list o) program in P o s (issued answers).
Definition free (s : state E) (p : partition) : list Z := free_list (contents s) p.

Definition partitions_tile_the_element_space := always (fun o s _ =>
  let n := space_of s in n mod 4 = 0 /\ least_space o <= n <= allocated s /\
  map (fun p => (start p, size p)) (partitions s) = [(0, n / 4); (n / 4, n / 4); (n / 2, n / 2)]).
Definition allocated_memory_is_the_space_doubled := always (fun _ s _ =>
  exists n, 0 <= n /\ allocated s = space_of s * 2 ^ n).
Definition opened_cells_form_a_prefix := always (fun _ s _ => exists q1 q2 h2, partitions s = [q1; q2; h2] /\
  (forall i, get (contents s) i <> None <-> 0 <= i < opened_of s) /\
  (forall p, In p [q1; q2; h2] -> 0 <= live p <= opened p /\ opened p <= size p) /\
  (0 < opened q2 -> opened q1 = size q1) /\ (0 < opened h2 -> opened q2 = size q2)).
Definition counts_agree := always (fun _ s _ => forall p, In p (partitions s) ->
  live p = Z.of_nat (length (flat_map (fun i => listed (key_at s i)) (positions (Z.to_nat (size p)) (start p))))).
Definition free_lists_stay_in_their_partition := always (fun _ s _ => forall p i,
  In p (partitions s) -> In i (free s p) -> start p <= i < stop p).
Definition free_lists_are_acyclic := always (fun _ s _ => forall p, In p (partitions s) -> NoDup (free s p) /\
  (forall i, In i (free s p) -> exists next, get (contents s) i = Some (Not next)) /\
  forall more, walk (length (free s p) + more) (contents s) (head p) = free s p).
Definition free_lists_are_complete := always (fun _ s _ => forall i next,
  get (contents s) i = Some (Not next) -> exists p, In p (partitions s) /\ In i (free s p)).
Definition free_lists_are_disjoint := always (fun _ s _ => forall m n p q i, nth_error (partitions s) m = Some p ->
  nth_error (partitions s) n = Some q -> m <> n -> In i (free s p) -> ~ In i (free s q)).
Definition live_ids_are_distinct := always (fun o s keys => forall k j,
  found s k <> None -> found s j <> None -> k <> j -> snd k = snd j -> exists n m, given keys n k /\ given keys m j /\
  (periods_before o (Z.of_nat n) (Z.of_nat m) \/ periods_before o (Z.of_nat m) (Z.of_nat n))).
Definition live_key_resolves := always (fun _ s _ => forall o k, let (after, a) := step stable_list s o in
  In k (keys_of a) \/ (found s k <> None /\ ~ retires o (found s) k) -> found after k <> None).
Definition retired_key_never_resolves := always (fun o s keys => forall n k program,
  given keys n k -> found s k = None -> let (later, answers) := run stable_list s program in
  (forall period, has_period o period -> Z.of_nat (length (keys ++ issued answers)) <= Z.of_nat n + period) ->
  found later k = None).
Definition cascade_leaves_h2_live := always (fun o s _ => exists q1 q2 h2, partitions s = [q1; q2; h2] /\
  (0 < live h2 \/ opened h2 = 0 \/ truncate o = Never \/ may_halve o (space_of s) = false)).
Definition visits_never_exceed_removals := always (fun _ s _ => visits (spent s) <= removals (spent s)).

End Statements.
