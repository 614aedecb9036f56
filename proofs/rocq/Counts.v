(** Every partition counts its live cells, and iteration shows each of them once. *)
From Coq Require Export Sorted.
From Coq Require Import Permutation.
From Lists Require Export Steps.

Section Counts.
Context {E : Type} {g : geometry}.
Implicit Types (s : state E) (c : cells E).

(** * What a key finds *)

Lemma found_spec s k e : found s k = Some e <-> get (contents s) (fst k) = Some (Has e (snd k)).
Proof.
  unfold found. destruct (get (contents s) (fst k)) as [[x id|n]|]; [|split; discriminate..].
  destruct (Z.eqb_spec id (snd k)) as [-> | N]; split; intros H; inversion H; auto. congruence.
Qed.

Lemma keeps_found s s' k : keeps s s' -> found s' k = found s k.
Proof.
  intros (_ & _ & H). destruct (found s k) as [e|] eqn:F.
  - apply found_spec, H, found_spec, F.
  - destruct (found s' k) as [e|] eqn:F'; auto. apply found_spec, H, found_spec in F'. congruence.
Qed.

(** * Live cells *)

Lemma positions_app m n a : positions (m + n) a = positions m a ++ positions n (a + Z.of_nat m).
Proof.
  revert a. induction m as [|m IH]; intros a; cbn [Nat.add positions app]; [f_equal; lia|]. rewrite IH. do 3 f_equal.
  lia.
Qed.

Definition is_live c (i : Z) : bool := match get c i with Some (Has _ _) => true | _ => false end.

Lemma is_live_spec c i : reflect (inhabited c i) (is_live c i).
Proof. unfold is_live, inhabited. destruct (get c i) as [[e id|n]|]; constructor; eauto; now intros (x & y & H). Qed.

(** The keys and elements in a range of positions. *)
Lemma length_listed s l :
  length (flat_map (fun i => listed (key_at s i)) l) = length (filter (is_live (contents s)) l).
Proof.
  unfold key_at, is_live. induction l as [|i l IH]; cbn; auto.
  destruct (get (contents s) i) as [[e id|n]|]; cbn; auto.
Qed.

Lemma filter_lengths {A} (f : A -> bool) l :
  (length (filter f l) + length (filter (fun x => negb (f x)) l) = length l)%nat.
Proof. induction l as [|a l IH]; cbn; auto. destruct (f a); cbn; lia. Qed.

Lemma none_live c l : (forall i, In i l -> ~ inhabited c i) -> filter (is_live c) l = [].
Proof.
  induction l as [|i l IH]; cbn; auto. intros H. destruct (is_live_spec c i) as [L|]; [|eauto]. exfalso.
  eapply H; eauto.
Qed.

Lemma sound_live {c p} : sound c p ->
  Z.of_nat (length (filter (is_live c) (positions (Z.to_nat (opened p)) (start p)))) = live p.
Proof.
  intros S. pose proof S as [G L N X C B T]. set (ps := positions (Z.to_nat (opened p)) (start p)).
  pose proof (filter_lengths (is_live c) ps) as M. unfold ps at 3 in M. rewrite length_positions in M.
  enough (length (filter (fun i => negb (is_live c i)) ps) = length (free_list c p)) by tally.
  apply Permutation_length, NoDup_Permutation; auto; [apply NoDup_filter, nodup_positions|]. intros i.
  rewrite filter_In, X. unfold ps. rewrite in_positions, Z2Nat.id by lia.
  destruct (is_live_spec c i) as [V|V]; cbn; split; try easy.
  - intros [_ W]. destruct (not_both W V).
  - intros [R _]. split; auto. destruct (vacant_or_inhabited c i); [apply T; lia | easy..].
Qed.

Lemma tiled_live {c a ps} : tiled c a ps ->
  Z.of_nat (length (filter (is_live c) (positions (Z.to_nat (sum opened ps)) a))) = sum live ps.
Proof.
  revert a. induction ps as [|p ps IH]; cbn [sum tiled]; auto. intros a ((<- & S) & P & T). pose proof (bounded S).
  pose proof (tiled_counts T).
  rewrite Z2Nat.inj_add, positions_app, filter_app, app_length, Nat2Z.inj_add, (sound_live S) by lia. f_equal.
  destruct (Z.eq_dec (sum opened ps) 0) as [O|O]; [rewrite O in *; cbn; lia|]. rewrite Z2Nat.id, P by lia.
  exact (IH _ T).
Qed.

(** If no cell is live, none holds an element; if every opened one is, all do. *)
Lemma tiled_idle {c a ps} i : tiled c a ps -> sum live ps = 0 -> a <= i < a + sum size ps -> ~ inhabited c i.
Proof.
  intros T Z0 R H. pose proof (tiled_live T) as L. apply inhabited_opened in H as O. apply (tiled_touched T) in O;
    auto. assert (In i (filter (is_live c) (positions (Z.to_nat (sum opened ps)) a))) as I.
  { apply filter_In. rewrite in_positions. split; [lia|]. now destruct (is_live_spec c i). }
  destruct (filter _ _); [easy | cbn [length] in L; lia].
Qed.

Lemma sound_idle {c p} i : sound c p -> live p = 0 -> start p <= i < start p + size p -> ~ inhabited c i.
Proof. intros S Z0 R. apply (tiled_idle (a := start p) (ps := [p])); cbn; intuition lia. Qed.

Lemma tiled_full {c a ps} i : tiled c a ps -> sum live ps = sum opened ps -> a <= i < a + sum opened ps ->
  inhabited c i.
Proof.
  intros T F R. pose proof (tiled_live T) as L. set (all := positions _ a) in L.
  pose proof (filter_lengths (is_live c) all) as M. unfold all in M at 3. rewrite length_positions in M.
  destruct (is_live_spec c i) as [|N]; auto. assert (In i (filter (fun i => negb (is_live c i)) all)) as I.
  { apply filter_In. unfold all. rewrite in_positions. split; [lia|]. now destruct (is_live_spec c i). }
  destruct (filter (fun i => negb (is_live c i)) all); [easy | cbn [length] in M; lia].
Qed.

(** * Iteration shows every live element once, under the key that finds it, in ascending position *)

Theorem live_cells_are_counted s : sane g s -> live_of s = Z.of_nat (length (items s)).
Proof. intros S. unfold items. rewrite length_listed. symmetry. apply tiled_live, S. Qed.

Lemma in_items s k e : sane g s -> (In (k, e) (items s) <-> found s k = Some e).
Proof.
  intros S. unfold items. rewrite in_flat_map, found_spec. destruct k as [i id]. cbn [fst snd]. split.
  - intros (j & J & I). unfold key_at in I. destruct (get (contents s) j) as [[x h|n]|] eqn:G; cbn in I; try tauto.
    destruct I as [[= <- <- <-]|[]]. exact G.
  - intros G. exists i. unfold key_at. rewrite G. split; [|now left]. apply in_positions.
    assert (0 <= i < opened_of s); [|lia]. apply (sane_touched _ S); congruence.
Qed.

Lemma items_ascend s : StronglySorted (fun x y => fst (fst x) < fst (fst y)) (items s).
Proof.
  unfold items. generalize (Z.to_nat (opened_of s)) as n, 0 as a. intros n.
  induction n as [|n IH]; intros a; cbn [positions flat_map]; [constructor|]. unfold key_at at 1.
  destruct (get (contents s) a) as [[e id|next]|]; cbn [listed app]; auto. constructor; [apply IH|].
  apply Forall_forall. intros [[i h] x] I. apply in_flat_map in I as (j & J & I). apply in_positions in J.
  unfold key_at in I. destruct (get (contents s) j) as [[y b|next]|]; cbn in I; try tauto.
  destruct I as [[= <- _ _]|[]]. cbn. lia.
Qed.

Lemma items_list s : sane g s -> lists (found s) (items s).
Proof.
  intros S. split; [|intros k e; exact (in_items _ _ S)].
  induction (items_ascend s) as [|x l _ IH F]; cbn; constructor; auto. intros (y & Q & I)%in_map_iff.
  rewrite Forall_forall in F. specialize (F y I). destruct x, y. cbn in *. subst. lia.
Qed.

Lemma keeps_live s s' : sane g s -> sane g s' -> keeps s s' -> live_of s' = live_of s.
Proof.
  intros S S' K. rewrite (live_cells_are_counted S), (live_cells_are_counted S'). f_equal.
  destruct (items_list S) as [N _], (items_list S') as [N' _]. apply NoDup_map_inv in N, N'.
  apply Permutation_length, NoDup_Permutation; auto. intros [k e]. rewrite !in_items by auto.
  now rewrite (keeps_found k K).
Qed.

End Counts.
