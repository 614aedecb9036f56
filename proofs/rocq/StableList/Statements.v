(** The thirteen main theorems about StableList: all that a reviewer reads beside the model. Further ones: [Further.v].

    They hold after every program, for all lawful options, sizes, modes and widths, and any type [E] of elements. *)
From Lists Require Import Contract.
From Lists.StableList Require Import Model.

Section Statements.
Context (E : Type).
Let list : design E := stable_list.
Let free (s : state E) (p : partition) : Datatypes.list Z := free_list (contents s) p.

Definition partitions_tile_the_element_space := always list (fun o s _ =>
  let n := space_of s in n mod 4 = 0 /\ least_space o <= n <= allocated s /\
  map (fun p => (start p, size p)) (partitions s) = [(0, n / 4); (n / 4, n / 4); (n / 2, n / 2)]).
Definition allocated_memory_is_the_space_doubled := always list (fun _ s _ =>
  exists n, 0 <= n /\ allocated s = space_of s * 2 ^ n).
Definition opened_cells_form_a_prefix := always list (fun _ s _ =>
  (forall i, get (contents s) i <> None <-> 0 <= i < opened_of s) /\
  (forall p, In p (partitions s) -> 0 <= live p <= opened p /\ opened p <= size p) /\
  forall m n p q, (m < n)%nat -> nth_error (partitions s) m = Some p -> nth_error (partitions s) n = Some q ->
    0 < opened q -> opened p = size p).
Definition counts_agree := always list (fun _ s _ => forall p, In p (partitions s) ->
  live p = Z.of_nat (length (flat_map (fun i => listed (key_at s i)) (positions (Z.to_nat (size p)) (start p))))).
Definition free_lists_stay_in_their_partition := always list (fun _ s _ => forall p i,
  In p (partitions s) -> In i (free s p) -> start p <= i < stop p).
Definition free_lists_are_acyclic := always list (fun _ s _ => forall p, In p (partitions s) -> NoDup (free s p) /\
  (forall i, In i (free s p) -> exists next, get (contents s) i = Some (Not next)) /\
  forall more, walk (length (free s p) + more) (contents s) (head p) = free s p).
Definition free_lists_are_complete := always list (fun _ s _ => forall i next,
  get (contents s) i = Some (Not next) -> exists p, In p (partitions s) /\ In i (free s p)).
Definition free_lists_are_disjoint := always list (fun _ s _ => forall m n p q i, nth_error (partitions s) m = Some p ->
  nth_error (partitions s) n = Some q -> m <> n -> In i (free s p) -> ~ In i (free s q)).
Definition live_ids_are_distinct := always list (fun o s keys => forall k j,
  found s k <> None -> found s j <> None -> k <> j -> snd k = snd j -> exists n m, latest keys n k /\ latest keys m j /\
  (periods_before o (Z.of_nat n) (Z.of_nat m) \/ periods_before o (Z.of_nat m) (Z.of_nat n))).
Definition live_key_resolves := always list (fun _ s _ => forall o k, let (after, a) := step list s o in
  In k (keys_of a) \/ (found s k <> None /\ ~ retires o (found s) k) -> found after k <> None).
Definition retired_key_never_resolves := always list (fun o s keys => forall n k program,
  given keys n k -> found s k = None -> let (later, answers) := run list s program in
  (forall period, has_period o period -> Z.of_nat (length (keys ++ issued answers)) <= Z.of_nat n + period) ->
  found later k = None).
Definition cascade_leaves_h2_live := always list (fun o s _ => exists q1 q2 h2, partitions s = [q1; q2; h2] /\
  (0 < live h2 \/ opened h2 = 0 \/ truncate o = Never \/ may_halve o (space_of s) = false)).
Definition visits_never_exceed_removals := always list (fun _ s _ => visits (spent s) <= removals (spent s)).

End Statements.
