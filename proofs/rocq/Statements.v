(** The main theorems that StableList shares with its variants, for any design. They import only the model. *)
From Lists Require Import Contract.

Section Statements.
Context {E : Type} (d : design E).
Implicit Types (s : state E) (p q : partition).

Definition free s p : list Z := free_list (contents s) p.

Definition allocated_memory_is_the_space_doubled := always d (fun _ s _ =>
  exists n, 0 <= n /\ allocated s = space_of s * 2 ^ n).
Definition opened_cells_form_a_prefix := always d (fun _ s _ =>
  (forall i, get (contents s) i <> None <-> 0 <= i < opened_of s) /\
  (forall p, In p (partitions s) -> 0 <= live p <= opened p /\ opened p <= size p) /\
  forall m n p q, (m < n)%nat -> nth_error (partitions s) m = Some p -> nth_error (partitions s) n = Some q ->
    0 < opened q -> opened p = size p).
Definition counts_agree := always d (fun _ s _ => forall p, In p (partitions s) ->
  live p = Z.of_nat (length (flat_map (fun i => listed (key_at s i)) (positions (Z.to_nat (size p)) (start p))))).
Definition free_lists_stay_in_their_partition := always d (fun _ s _ => forall p i,
  In p (partitions s) -> In i (free s p) -> start p <= i < stop p).
Definition free_lists_are_acyclic := always d (fun _ s _ => forall p, In p (partitions s) -> NoDup (free s p) /\
  (forall i, In i (free s p) -> exists next, get (contents s) i = Some (Not next)) /\
  forall more, walk (length (free s p) + more) (contents s) (head p) = free s p).
Definition free_lists_are_complete := always d (fun _ s _ => forall i next,
  get (contents s) i = Some (Not next) -> exists p, In p (partitions s) /\ In i (free s p)).
Definition free_lists_are_disjoint := always d (fun _ s _ => forall m n p q i, nth_error (partitions s) m = Some p ->
  nth_error (partitions s) n = Some q -> m <> n -> In i (free s p) -> ~ In i (free s q)).
Definition live_ids_are_distinct := always d (fun o s keys => forall k j,
  found s k <> None -> found s j <> None -> k <> j -> snd k = snd j -> exists n m, latest keys n k /\ latest keys m j /\
  (periods_before o (Z.of_nat n) (Z.of_nat m) \/ periods_before o (Z.of_nat m) (Z.of_nat n))).
Definition live_key_resolves := always d (fun _ s _ => forall o k, let (after, a) := step d s o in
  In k (keys_of a) \/ (found s k <> None /\ ~ retires o (found s) k) -> found after k <> None).
Definition retired_key_never_resolves := always d (fun o s keys => forall n k program,
  given keys n k -> found s k = None -> let (later, answers) := run d s program in
  (forall period, has_period o period -> Z.of_nat (length (keys ++ issued answers)) <= Z.of_nat n + period) ->
  found later k = None).

End Statements.
